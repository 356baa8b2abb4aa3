import assert from 'node:assert/strict'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before } from 'node:test'
import type { JobAccepted, JobResult } from '@agent-skill-runner/contract/job.ts'
import type { SkillDetail } from '@agent-skill-runner/contract/skill.ts'
import type { PackageVerdict } from '@agent-skill-runner/contract/skill-package.ts'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { formOf, send } from './support/forms.ts'
import { install, validate } from './support/packages.ts'
import { begin, goOn, pendingOf } from './support/talk.ts'
import { zipOf } from './support/zips.ts'

/** A shape of SKILL.md that exists in public repositories, in words of our own. */
interface Shape {
  readonly text: string
  /** As it is shown. */
  readonly description: string
  /** 0.0.0 when left out. */
  readonly version?: string
  readonly warnings: readonly string[]
  /** What is said of the same text where the full contract is declared. */
  readonly strict: readonly string[]
}

const head = (fields: string, body = '# What to do\n\nDo it.\n') => `---\n${fields}\n---\n${body}`
const noHead = 'SKILL.md must begin with front matter between two lines of ---, of 16 KiB at most'
const noName = 'SKILL.md: name must be a text of 1 to 64 characters'
const badName = 'SKILL.md: name may hold lower-case letters, digits and single hyphens between them'
const badDescription = 'SKILL.md: description must be a text of 1 to 1024 characters'
const noYaml = (why: string) => `SKILL.md: the front matter is not valid YAML: ${why}`
const byLine = 'name and description were read line by line'
const oddFolder = 'The name of the folder should be 1 to 64 lower-case letters, digits and hyphens.'
const oddMetadata = 'SKILL.md: metadata must map texts to texts; values of other kinds are passed over.'

/** By the name of the folder. */
const shapes: Readonly<Record<string, Shape>> = {
  'extra-keys': {
    text: head(`name: extra-keys
description: Keys of other agents.
version: 1.2
author: {name: Somebody}
tags: [a, "b"]
model: opus
user-invocable: true
disable-model-invocation: false
argument-hint: "[file]"
context: fork
hooks: {PreToolUse: [{matcher: Bash, hooks: [{type: command, command: ./check.sh}]}]}
allowed-tools: [Bash, "Read(*)"]`),
    description: 'Keys of other agents.',
    version: '1.2.0',
    warnings: [],
    strict: [],
  },
  'nested-metadata': {
    text: head('name: nested-metadata\ndescription: x\nmetadata: {version: 1.10, agent: {emoji: "🛡️", requires: {bins: [jq]}}}'),
    description: 'x',
    version: '1.10.0',
    warnings: [oddMetadata],
    strict: [],
  },
  'crlf-and-bom': {
    text: `\ufeff${head('name: crlf-and-bom\ndescription: >-\n  One line,\n  and another.').replaceAll('\n', '\r\n')}`,
    description: 'One line, and another.',
    warnings: [],
    strict: [],
  },
  'odd-version': {
    text: head('name: odd-version\ndescription: x\nversion: spring edition'),
    description: 'x',
    warnings: ['SKILL.md: version "spring edition" is not a version such as 1.2.0; 0.0.0 is used.'],
    strict: [],
  },
  'yaml-of-all-kinds': {
    text: head(`# A comment
name: &it yaml-of-all-kinds
description: |
  "Quoted" and: with a colon,

  in two paragraphs.
license: 'Apache-2.0'
metadata:
  version: "v2.0"
  ? long key
  : yes
allowed-tools: >-
  Bash(git:*)
  Read`),
    description: '"Quoted" and: with a colon,\n\nin two paragraphs.',
    version: '2.0.0',
    warnings: [],
    strict: [],
  },
  'chinese-and-emoji': {
    text: head('name: chinese-and-emoji\ndescription: 当用户需要时使用：查询天气 🌦️', '# 天气\n'),
    description: '当用户需要时使用：查询天气 🌦️',
    warnings: [],
    strict: [],
  },
  'long-description': {
    text: head(`name: long-description\ndescription: ${'Very '.repeat(300)}long.`),
    description: `${'Very '.repeat(300)}long.`,
    warnings: [`${badDescription}; it is longer, and used in full.`],
    strict: [`${badDescription}.`],
  },
  'colon-in-text': {
    text: head('name: colon-in-text\ndescription: Use when: somebody asks.\nversion: 1'),
    description: 'Use when: somebody asks.',
    warnings: [`${noYaml('Nested mappings are not allowed in compact mappings at line 2, column 14')}; ${byLine}.`],
    strict: [`${noYaml('Nested mappings are not allowed in compact mappings at line 2, column 14')}.`],
  },
  'other-name': {
    text: head('name: a-name\ndescription: The folder was renamed.'),
    description: 'The folder was renamed.',
    warnings: ['SKILL.md: name must be "other-name", the name of the folder; "other-name" is used.'],
    strict: ['SKILL.md: name must be "other-name", the name of the folder.'],
  },
  'name-for-people': {
    text: head('name: Name for People\ndescription: x'),
    description: 'x',
    warnings: [`${badName}; "name-for-people" is used.`],
    strict: [`${badName}.`],
  },
  Snake_Case: {
    text: head('name: Snake_Case\ndescription: x'),
    description: 'x',
    warnings: [oddFolder, `${badName}; "Snake_Case" is used.`],
    strict: [`${badName}.`],
  },
  '-2begin-oddly': {
    text: head('name: -2begin-oddly\ndescription: x'),
    description: 'x',
    warnings: [oddFolder, `${badName}; "-2begin-oddly" is used.`],
    strict: [`${badName}.`],
  },
  'no-name': {
    text: head('description: x'),
    description: 'x',
    warnings: [`${noName}; "no-name" is used.`],
    strict: [`${noName}.`],
  },
  'no-description': {
    text: head('name: no-description', '\n# Title\n\nConverts tables\nto charts.\n\nMore.\n'),
    description: 'Converts tables to charts.',
    warnings: [`${badDescription}; the first paragraph is used.`],
    strict: [`${badDescription}.`],
  },
  'no-front-matter': {
    text: '# Charts\n\nMakes charts.\n',
    description: 'Makes charts.',
    warnings: [
      `${noHead}; there is none.`,
      `${noName}; "no-front-matter" is used.`,
      `${badDescription}; the first paragraph is used.`,
    ],
    strict: [`${noHead}.`],
  },
  'no-end': {
    text: '---\nname: no-end\ndescription: "Begins, and never ends."\n# Title\n',
    description: 'Begins, and never ends.',
    warnings: [`${noHead}; what stands there was read line by line.`],
    strict: [`${noHead}.`],
  },
  'odd-fields': {
    text: head(`name: odd-fields\ndescription: x\nlicense:\ncompatibility: ${'y'.repeat(501)}\nallowed-tools: 5\nmetadata: none`),
    description: 'x',
    warnings: [
      'SKILL.md: compatibility must be a text of 1 to 500 characters.',
      'SKILL.md: license must be a text.',
      'SKILL.md: metadata must map texts to texts.',
      'SKILL.md: allowed-tools must be a text or a list of texts.',
    ],
    strict: [
      'SKILL.md: compatibility must be a text of 1 to 500 characters.',
      'SKILL.md: license must be a text.',
      'SKILL.md: metadata must map texts to texts.',
      'SKILL.md: allowed-tools must be a text or a list of texts.',
    ],
  },
  'tab-in-yaml': {
    text: head('name: tab-in-yaml\ndescription:\n\tTabs.'),
    description: 'Tabs.',
    warnings: [`${noYaml('Tabs are not allowed as indentation at line 3, column 1')}; ${byLine}.`],
    strict: [`${noYaml('Tabs are not allowed as indentation at line 3, column 1')}.`],
  },
}

/** An agent that says how the skill was understood. */
const replay = JSON.stringify({
  steps: [
    { write: { path: 'result/result.json', text: "{{ {'name': skill.name, 'description': skill.description} | tojson }}" } },
    { message: 'Done.', final: true },
  ],
})

const schema = '{"type":"object"}'
const contract = (id: string): Record<string, string> => ({
  'assets/runner.json': JSON.stringify({ id, version: '1.0.0', execution_modes: ['auto'] }),
  'assets/input.schema.json': schema,
  'assets/parameter.schema.json': schema,
  'assets/output.schema.json': schema,
})

const packageOf = (id: string, files: Readonly<Record<string, string>>): Buffer =>
  zipOf(Object.entries(files).map(([path, data]) => ({ name: `${id}/${path}`, data })))

function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

let app: Awaited<ReturnType<typeof startApp>>

before(async () => {
  app = await startApp({ env: { SKILL_RUNNER_ENGINES: 'replay' } })
})
after(() => app[Symbol.asyncDispose]())

/** A skill that was just written, as the server shows it. */
async function shown(id: string): Promise<SkillDetail> {
  await app.app.runner.registry.refresh(id)
  const { status, body } = await app.get<SkillDetail>(`/v1/skills/${encodeURIComponent(id)}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const verdictOn = async (zip: Buffer): Promise<PackageVerdict> => (await validate(app, zip)).body

/** What public skills have besides SKILL.md. */
const besides = {
  'LICENSE.txt': 'Do as you like.\n',
  'README.md': '# For people\n',
  'scripts/office/unpack.py': 'print(1)\n',
  'references/deep/er/notes.md': '# Notes\n',
  'assets/replay/default.json': replay,
}

for (const [id, { text, description, version = '0.0.0', warnings, strict }] of Object.entries(shapes)) {
  verifies(
    ['packages.wild-skills-load', 'packages.plain-skills-install'],
    `${id}: taken in the folder of skills and as a package, and held to every rule where it declares the contract`,
    async () => {
      put(join(app.skillsDir, id), { 'SKILL.md': text, ...besides })
      const facts = ({ name, version, profile, health, description, warnings }: SkillDetail) => ({
        ...{ name, version, profile, health, description, warnings },
      })
      const expected = { name: id, version, profile: 'plain', health: 'healthy', description, warnings }
      assert.deepEqual(facts(await shown(id)), expected)
      rmSync(join(app.skillsDir, id), { recursive: true })
      const zip = packageOf(id, { 'SKILL.md': text, ...besides })
      const { digest, ...verdict } = await verdictOn(zip)
      assert.deepEqual(verdict, { valid: true, skill_id: id, version, action: 'install', problems: [], warnings })
      const installed = await install(app, zip)
      assert.deepEqual([installed.status, installed.body.status], [200, 'succeeded'])
      const after = await shown(id)
      assert.deepEqual([facts(after), after.digest], [expected, digest])
      const { valid, problems } = await verdictOn(
        packageOf(`${id}-2`, { 'SKILL.md': text.replace(id, `${id}-2`), ...contract(`${id}-2`) }),
      )
      const all = strict.map((message) => ({ entry: 'SKILL.md', message: message.replace(`"${id}"`, `"${id}-2"`) }))
      assert.deepEqual([valid, problems], [strict.length === 0, all])
    },
  )
}

verifies('packages.wild-skills-load', 'skills that break rules run, and a job is told what was made of them', async () => {
  const odd = ['colon-in-text', 'Snake_Case', 'no-front-matter']
  for (const id of odd) {
    const { status, result } = await app.run(id, { engine: 'replay', input: { prompt: 'Go.' } })
    assert.deepEqual([status, result?.data], ['succeeded', { name: id, description: shapes[id]?.description }])
  }
})

verifies('packages.wild-skills-load', 'as a temporary skill each is taken as in the folder of skills', async () => {
  const id = 'colon-in-text'
  const created = await app.post<JobAccepted>('/v1/temp-skill-runs', { engine: 'replay', input: { prompt: 'Go.' } })
  assert.equal(created.status, 200, JSON.stringify(created.body))
  const zip = packageOf(id, { 'SKILL.md': shapes[id]?.text ?? '', 'assets/replay/default.json': replay })
  const run = `/v1/temp-skill-runs/${created.body.request_id}`
  const uploaded = await send(app.url, `${run}/upload`, formOf({ skill_package: zip }))
  assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body))
  const { body } = await app.get<{ status: string }>(`${run}?wait=240`)
  assert.equal(body.status, 'succeeded')
})

verifies('packages.wild-skills-load', 'what lies about in real folders does no harm', async () => {
  const id = 'lies-about'
  const root = join(app.skillsDir, id)
  put(root, {
    'SKILL.md': head(`name: ${id}\ndescription: x`),
    'skill.md': 'An older one.\n',
    'scripts/__pycache__/run.cpython-312.pyc': '\0\0',
    'scripts/run.py': 'print(1)\n',
    'assets/big.bin': 'x'.repeat(3 * 2 ** 20),
    'assets/文件 1.txt': 'x',
    '.git/config': '[core]\n',
    '.DS_Store': 'x',
  })
  symlinkSync('../scripts/run.py', join(root, 'assets/run.py'))
  const { health, warnings, files } = await shown(id)
  assert.deepEqual(
    { health, warnings, files },
    {
      health: 'healthy',
      warnings: [],
      files: [
        'SKILL.md',
        'assets/big.bin',
        'assets/run.py',
        'assets/文件 1.txt',
        'scripts/__pycache__/run.cpython-312.pyc',
        'scripts/run.py',
        'skill.md',
      ],
    },
  )
})

verifies('packages.wild-skills-load', 'what is not taken says why', async () => {
  const good = head('name: x\ndescription: x')
  const refused: [id: string, files: Record<string, string>, problem: string][] = [
    ['in-small-letters', { 'skill.md': good }, 'skill.md has to be called SKILL.md, in these letters.'],
    ['nothing-in-it', { 'README.md': 'x' }, 'SKILL.md is missing.'],
    ['empty-file', { 'SKILL.md': '' }, `${badDescription}.`],
    ['lost-link', { 'SKILL.md': '../shared/skills/x/SKILL.md\n' }, `${badDescription}.`],
    [
      'with space',
      { 'SKILL.md': good },
      '"with space" cannot be the name of a skill folder: use letters, digits and hyphens, such as with-space.',
    ],
    ['中文', { 'SKILL.md': good }, '"中文" cannot be the name of a skill folder: use letters, digits and hyphens.'],
    [
      'has-contract',
      { 'SKILL.md': head('name: other\ndescription: x'), ...contract('has-contract') },
      'SKILL.md: name must be "has-contract", the name of the folder.',
    ],
  ]
  for (const [id, files, problem] of refused) {
    put(join(app.skillsDir, id), files)
    const { health, health_error } = await shown(id)
    assert.deepEqual({ health, health_error }, { health: 'degraded', health_error: problem }, id)
  }
  put(join(app.skillsDir, 'link-out'), { 'SKILL.md': good })
  symlinkSync('../../data', join(app.skillsDir, 'link-out/data'))
  assert.equal((await shown('link-out')).health_error, 'data is a link that leads out of the skill.')
})

verifies(
  ['registry.plain-skills-run', 'talk.plain-skills-talk'],
  'a plain skill holds a conversation, and ends it with whatever it says beside the done marker',
  async () => {
    const id = 'plain-talk'
    const turns = [
      [{ message: 'For whom is it?', final: true }],
      [{ message: 'A letter for {{ replies[0] }}.\n\n__SKILL_DONE__: true', final: true }],
    ].map((steps) => ({ steps }))
    put(join(app.skillsDir, id), {
      'SKILL.md': head(`name: ${id}\ndescription: Writes letters.`),
      'assets/replay/default.json': JSON.stringify({ turns }),
    })
    assert.deepEqual((await shown(id)).execution_modes, ['auto', 'interactive'])
    const job = await begin(app, id)
    assert.equal((await pendingOf(app, job.request_id)).pending?.prompt, 'For whom is it?')
    const { status, warnings } = await goOn(app, job.request_id, 1, 'Ada')
    const { result } = (await app.get<{ result: JobResult }>(`/v1/jobs/${job.request_id}/result`)).body
    assert.deepEqual([status, result.data, warnings], ['succeeded', { text: 'A letter for Ada.\n' }, []])
  },
)
