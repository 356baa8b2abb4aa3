import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import type { SkillDetail } from '@agent-skill-runner/contract/skill.ts'
import type { PackageVerdict } from '@agent-skill-runner/contract/skill-package.ts'
import { parse } from 'yaml'
import { verifies } from '../../../test/verifies.ts'
import { errorOf } from './support/answers.ts'
import { startApp } from './support/app.ts'
import { openCosts } from './support/cost.ts'
import { formOf, send } from './support/forms.ts'
import { hostileManifests, hostileSchemas, hostileYaml, type Told, yamlBomb } from './support/hostile-documents.ts'
import { inlineInputs, packageOf, type TestSkill, writeSkill } from './support/skills.ts'

/** Whoever is asked for something that a schema refers to notes it here. */
const asked: string[] = []
const canary = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.end('{"type":"object"}')
})

let app: Awaited<ReturnType<typeof startApp>>
let remote = ''
const ownNames = () => [Object, Array, Function, String].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
const names = ownNames()

let affordable: ReturnType<typeof openCosts>

before(async () => {
  canary.listen(0, '127.0.0.1')
  await once(canary, 'listening')
  remote = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
  app = await startApp({ env: { SKILL_RUNNER_ENGINES: 'replay' } })
  // What is loaded for the first package is loaded once.
  assert.equal((await send(app.url, '/v1/skill-packages/install', formOf({ file: packageOf({ id: 'first' }) }))).status, 200)
  // Twice what a check may take before it is ended, and twice the heap that it has.
  affordable = openCosts({ cpuMs: 3000, peakMb: 128, keptMb: 24, grownMb: 300 })
})
after(async () => {
  canary.close()
  await app[Symbol.asyncDispose]()
})

/** The answer to a request, in time and with flat memory; meanwhile another is answered, and afterwards nothing of the language has changed. */
async function unharmed<T>(request: () => Promise<T>): Promise<T> {
  const [answer, health] = await affordable(() => Promise.all([request(), app.get('/healthz')]))
  assert.equal(health.status, 200)
  assert.deepEqual(ownNames(), names)
  assert.equal(({} as { canary?: unknown }).canary, undefined)
  return answer
}

/** The answer to a request that takes its time; others are answered one after another before it is. */
async function keepingNobodyWaiting<T>(slow: () => Promise<T>): Promise<T> {
  let isUnderWay = true
  const answer = slow().finally(() => {
    isUnderWay = false
  })
  for (let asked = 0; asked < 5; asked += 1) assert.equal((await app.get('/healthz')).status, 200)
  assert.ok(isUnderWay, 'others were answered only when it was done')
  return answer
}

const install = (skill: TestSkill) => {
  const form = formOf({ file: packageOf(skill) })
  return unharmed(() => send(app.url, '/v1/skill-packages/install', form))
}

/** What is said of a package: the exact sentence, or how it has to look where it is not ours. */
function assertTold(told: unknown, expected: readonly Told[]): void {
  const problems = told as { entry: string | null; message: string }[]
  assert.equal(problems.length, expected.length, JSON.stringify(problems))
  for (const [index, [entry, message]] of expected.entries()) {
    const problem = problems[index]
    assert.equal(problem?.entry, entry)
    if (typeof message === 'string') assert.equal(problem?.message, message)
    else assert.match(problem?.message ?? '', message)
  }
}

async function assertRefused(files: TestSkill['files'], runner: object, expected: readonly Told[]): Promise<void> {
  const { status, body } = await install({ id: 'x', ...(files ? { files } : {}), runner })
  const { code, details } = errorOf(body)
  assert.deepEqual([status, code], [400, 'PACKAGE_INVALID'], JSON.stringify(body))
  assertTold((details as { problems: unknown }).problems, expected)
  assert.equal((await app.get('/v1/skills/x')).status, 404)
}

async function assertTaken(files: TestSkill['files'], runner: object = {}): Promise<void> {
  const file = packageOf({ id: 'x', ...(files ? { files } : {}), runner })
  const form = formOf({ file })
  const { status, body } = await unharmed(() => send<PackageVerdict>(app.url, '/v1/skill-packages/validate', form))
  assert.deepEqual([status, body.problems, body.valid], [200, [], true])
}

for (const { what, text, told } of hostileYaml)
  verifies('packages.hostile-documents', `front matter with ${what} is ${told.length > 0 ? 'refused' : 'harmless'}`, async () => {
    const files = { 'SKILL.md': text }
    await (told.length > 0 ? assertRefused(files, {}, told) : assertTaken(files))
  })

verifies(
  'packages.hostile-documents',
  'in a skill without a contract hostile front matter is read as texts, and nothing in it is resolved',
  async () => {
    const noYaml = (why: string) =>
      `SKILL.md: the front matter is not valid YAML: ${why}; name and description were read line by line.`
    const disabled = noYaml('Alias resolution is disabled')
    const cases: [what: string, description: string, warnings: string[]][] = [
      ['a bomb of aliases', 'A skill.', [disabled]],
      [
        'one alias',
        '*n',
        [disabled, 'SKILL.md: name may hold lower-case letters, digits and single hyphens between them; "x" is used.'],
      ],
      ['an anchor that holds itself', 'A skill.', [disabled]],
      ['a key twice', 'A skill.', [noYaml('Map keys must be unique at line 3, column 1')]],
    ]
    for (const [what, description, warnings] of cases) {
      const text = hostileYaml.find((one) => one.what === what)?.text ?? ''
      writeSkill(app.skillsDir, { id: 'x', files: { 'SKILL.md': text, 'assets/runner.json': null } })
      await unharmed(() => app.app.runner.registry.refresh('x'))
      const { body } = await app.get<SkillDetail>('/v1/skills/x')
      assert.deepEqual([body.health, body.description, body.warnings], ['healthy', description, warnings], what)
    }
    rmSync(join(app.skillsDir, 'x'), { recursive: true })
    await app.app.runner.registry.refresh('x')
  },
)

for (const { what, text, told } of hostileManifests)
  verifies(
    'packages.hostile-documents',
    `a runner.json with ${what} is ${told.length > 0 ? 'refused' : 'harmless'}`,
    async () => {
      const files = typeof text === 'string' ? { 'assets/runner.json': text } : {}
      const runner = typeof text === 'string' ? {} : text
      await (told.length > 0 ? assertRefused(files, runner, told) : assertTaken(files, runner))
    },
  )

for (const { what, text, told } of hostileSchemas)
  verifies('packages.hostile-documents', `a schema with ${what} is ${told === null ? 'harmless' : 'refused'}`, async () => {
    const files = { 'assets/output.schema.json': text }
    await (told === null ? assertTaken(files) : assertRefused(files, {}, [['assets/output.schema.json', told]]))
  })

verifies(
  'packages.hostile-documents',
  'what a schema refers to elsewhere is told by its place, and never asked for',
  async () => {
    const file = 'assets/output.schema.json'
    const lost = (place: string, reference: string): Told => [
      file,
      `${file}: ${place} refers to ${JSON.stringify(reference)}, which is not in this file. Nothing is fetched.`,
    ]
    const cases: [schema: object, told: Told][] = [
      [{ properties: { a: { $ref: `${remote}/a.json` } } }, lost('/properties/a', `${remote}/a.json`)],
      [{ $id: `${remote}/root.json`, items: { $ref: 'b.json#/$defs/x' } }, lost('/items', 'b.json#/$defs/x')],
      [{ allOf: [{ $ref: 'file:///etc/passwd' }] }, lost('/allOf/0', 'file:///etc/passwd')],
      [{ $ref: 'urn:uuid:0' }, lost('The schema', 'urn:uuid:0')],
      [{ $dynamicRef: `${remote}/c.json#x` }, lost('The schema', `${remote}/c.json#x`)],
      [
        { $schema: `${remote}/dialect.json` },
        [file, `${file}: $schema names a dialect that is not supported. Use draft 2020-12, or draft-07.`],
      ],
    ]
    for (const [schema, told] of cases) await assertRefused({ [file]: JSON.stringify({ type: 'object', ...schema }) }, {}, [told])
    await assertTaken({
      [file]: JSON.stringify({ type: 'object', $id: `${remote}/me.json`, properties: { a: { $schema: `${remote}/d` } } }),
    })
    assert.deepEqual(asked, [])
    // The same reference in the hands of somebody who follows it.
    await (await fetch(`${remote}/a.json`)).text()
    assert.deepEqual(asked, ['/a.json'])
  },
)

/** Inputs that each take for ever when they are held against `value`. */
const catastrophic: Readonly<Record<string, [schema: object, value: unknown]>> = {
  pattern: [{ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`],
  'nested-quantifiers': [{ type: 'string', pattern: '^((a{1,9}){1,9}){1,9}$' }, `${'a'.repeat(80)}!`],
  'pattern-properties': [{ patternProperties: { '^(a|aa)+$': {} } }, { [`${'a'.repeat(60)}!`]: 1 }],
  'property-names': [{ propertyNames: { pattern: '^(a|a)*$' } }, { [`${'a'.repeat(40)}!`]: 1 }],
}

// That it would not end by itself is shown where the guard is tested (bounded.test.ts).
for (const [id, [schema, value]] of Object.entries(catastrophic))
  verifies('packages.hostile-documents', `a check that backtracks for ever is ended when a job meets it: ${id}`, async () => {
    const input = { type: 'object', properties: { v: { ...schema, 'x-input-source': 'inline' } } }
    const installed = await install({ id, input })
    assert.equal(installed.status, 200, JSON.stringify(installed.body))
    const job = { skill_id: id, input: { v: value } }
    const { status, body } = await unharmed(() => keepingNobodyWaiting(() => app.post('/v1/jobs', job)))
    const { limit } = errorOf(body).details as { limit: string }
    assert.deepEqual([status, errorOf(body).code, limit], [422, 'SKILL_LIMIT_EXCEEDED', 'time'])
  })

verifies('packages.hostile-documents', 'names of the language are only names in inputs, parameters and outputs', async () => {
  const output = '{"__proto__":{"canary":1},"constructor":{"prototype":{"canary":1}},"toString":"x"}'
  const { status } = await install({ id: 'speaks', input: inlineInputs('q'), js: `console.log(${JSON.stringify(output)})` })
  assert.equal(status, 200)
  for (const field of ['input', 'parameter']) {
    const text = `{"skill_id":"speaks","${field}":{"q":{"__proto__":{"canary":1}}}}`
    const { status, body } = await unharmed(() => app.post('/v1/jobs', text))
    assert.deepEqual([status, errorOf(body).code], [400, 'INVALID_REQUEST'])
    const inForm = await unharmed(() => send(app.url, '/v1/jobs', formOf({ job: text })))
    assert.deepEqual([inForm.status, errorOf(inForm.body).code], [400, 'INVALID_REQUEST'])
  }
  const run = await unharmed(() => app.run('speaks', { input: { q: { constructor: { prototype: { canary: 1 } } } } }))
  assert.deepEqual([run.status, JSON.stringify(run.result?.data)], ['succeeded', output])
  // In the hands of somebody who copies key by key, the same text changes the language.
  const naive =
    'const copy = (to, from) => { for (const k in from) typeof from[k] === "object" ? copy(to[k] ??= {}, from[k]) : (to[k] = from[k]) }'
  assert.equal(runInNewContext(`${naive}; copy({}, JSON.parse(text)); ({}).canary`, { text: output }), 1)
})

verifies('packages.hostile-documents', 'numbers and characters that JSON only just allows harm nobody', async () => {
  const schema = {
    type: 'object',
    properties: { n: { type: 'number', 'x-input-source': 'inline' }, t: { 'x-input-source': 'inline' } },
  }
  const { status } = await install({ id: 'echoes', input: schema, js: `process.stdin.pipe(process.stdout)` })
  assert.equal(status, 200)
  const huge = await unharmed(() => app.post('/v1/jobs', '{"skill_id":"echoes","input":{"n":1e999}}'))
  assert.deepEqual([huge.status, errorOf(huge.body).code], [400, 'INPUT_INVALID'])
  const nan = await unharmed(() => app.post('/v1/jobs', '{"skill_id":"echoes","input":{"n":NaN}}'))
  assert.deepEqual([nan.status, errorOf(nan.body).code], [400, 'INVALID_JSON'])
  const run = await unharmed(() => app.run('echoes', { input: { n: -0, t: 'half \ud800 of a pair, and \0' } }))
  assert.deepEqual(
    [run.status, run.result?.data],
    ['succeeded', { input: { n: 0, t: 'half \ud800 of a pair, and \0' }, parameter: {} }],
  )
})

verifies('packages.hostile-documents', 'a temporary skill with hostile documents is refused in the same words', async () => {
  const created = await app.post<{ request_id: string }>('/v1/temp-skill-runs', { engine: 'replay' })
  const skill = { id: 'x', files: { 'assets/output.schema.json': '{"type":"object","$ref":"#"}' } }
  const { status, body } = await unharmed(() =>
    send(app.url, `/v1/temp-skill-runs/${created.body.request_id}/upload`, formOf({ skill_package: packageOf(skill) })),
  )
  assert.deepEqual([status, errorOf(body).code], [400, 'PACKAGE_INVALID'])
  const file = 'assets/output.schema.json'
  assertTold((errorOf(body).details as { problems: unknown }).problems, [
    [file, `${file}: The schema refers back to itself, so that no check would end.`],
  ])
})

test('the bomb of the table is one for those who resolve aliases', () => {
  const resolved = JSON.stringify(parse(yamlBomb, { maxAliasCount: -1 }))
  assert.ok(resolved.length > 100 * yamlBomb.length, `${resolved.length}`)
})
