import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { verifies } from '../../../test/verifies.ts'
import { openBounded } from '../src/bounded/pool.ts'
import { knownEngines } from '../src/engines/index.ts'
import { openRegistry, type Registry, type SkillEntry } from '../src/skills/registry.ts'
import type { Compile } from '../src/skills/schema-verdicts.ts'
import { temporaryFolder } from './support/folder.ts'
import { writeSkill } from './support/skill-folder.ts'
import { until } from './support/until.ts'

const quiet = { info: () => {}, warn: () => {} }

async function registryOf(
  context: TestContext,
  builtIn: string,
  user: string,
  compile: Compile = async () => null,
): Promise<Registry> {
  const registry = await openRegistry({ builtIn, user, engines: knownEngines, compile, log: quiet })
  context.after(() => registry.close())
  return registry
}

const told = (entry: SkillEntry | null) =>
  entry && (entry.health === 'healthy' ? [entry.skill.id, entry.skill.version, entry.skill.builtIn] : [entry.id, entry.problems])

/** Waits for what the watch will bring. */
const untilSame = (seen: () => unknown, expected: unknown) =>
  until(`the watch brings ${JSON.stringify(expected)}`, () => isDeepStrictEqual(seen(), expected))

verifies(
  ['skills.broken-ones-are-listed', 'registry.broken-hides-none', 'registry.two-roots'],
  'broken skills are listed with their reasons and hide no other; a user skill wins over a built-in',
  async (context) => {
    const [builtIn, user] = [await temporaryFolder(context), await temporaryFolder(context)]
    await writeSkill(builtIn, 'alpha')
    await writeSkill(builtIn, 'beta')
    await writeSkill(user, 'beta', { runner: { version: '2.0.0' } })
    await writeSkill(user, 'broken', { runner: { max_attempt: -1 } })
    await mkdir(join(user, 'empty'))
    await mkdir(join(user, '.hidden'))
    await writeFile(join(user, 'README.md'), 'not a skill')
    const registry = await registryOf(context, builtIn, user)
    assert.deepEqual(registry.list().map(told), [
      ['alpha', '1.0.0', true],
      ['beta', '2.0.0', false],
      ['broken', ['assets/runner.json: max_attempt must be a whole number, 1 or more.']],
      ['empty', ['SKILL.md is missing.']],
    ])
    assert.deepEqual(told(registry.get('beta')), ['beta', '2.0.0', false])
    for (const id of ['none', '', '..', '__proto__', 'constructor', '.hidden', 'README.md']) assert.equal(registry.get(id), null)
  },
)

verifies('skills.broken-ones-are-listed', 'a skill that breaks or is fixed while the server runs is told so', async (context) => {
  const [builtIn, user] = [await temporaryFolder(context), await temporaryFolder(context)]
  const folder = await writeSkill(user, 'alpha')
  await writeSkill(user, 'beta')
  const registry = await registryOf(context, builtIn, user)
  const good = await readFile(join(folder, 'assets/runner.json'), 'utf8')
  await writeFile(join(folder, 'assets/runner.json'), '[]')
  await untilSame(() => told(registry.get('alpha')), ['alpha', ['assets/runner.json must hold a JSON object.']])
  assert.deepEqual(told(registry.get('beta')), ['beta', '1.0.0', false])
  await writeFile(join(folder, 'assets/runner.json'), good)
  await untilSame(() => told(registry.get('alpha')), ['alpha', '1.0.0', false])
})

verifies(
  ['registry.is-watched', 'registry.two-roots'],
  'skills that come, change, are replaced and go are noticed',
  async (context) => {
    const [builtIn, user, beside] = [
      await temporaryFolder(context),
      await temporaryFolder(context),
      await temporaryFolder(context),
    ]
    await writeSkill(builtIn, 'alpha')
    const registry = await registryOf(context, builtIn, join(user, 'made/at/start'))
    const home = join(user, 'made/at/start')
    const all = () => registry.list().map(told)
    await writeSkill(home, 'alpha', { runner: { version: '2.0.0' } })
    await untilSame(all, [['alpha', '2.0.0', false]])
    await rename(join(home, 'alpha'), join(beside, 'old'))
    await rename(await writeSkill(beside, 'alpha', { runner: { version: '3.0.0' } }), join(home, 'alpha'))
    await untilSame(all, [['alpha', '3.0.0', false]])
    const before = registry.get('alpha')
    await mkdir(join(home, 'alpha/references/deep'), { recursive: true })
    await writeFile(join(home, 'alpha/references/deep/note.md'), 'one')
    const files = () => {
      const entry = registry.get('alpha')
      return entry?.health === 'healthy' && entry.skill.files.includes('references/deep/note.md')
    }
    await untilSame(files, true)
    const digest = () => {
      const entry = registry.get('alpha')
      return entry?.health === 'healthy' ? entry.skill.digest : null
    }
    const withNote = digest()
    await writeFile(join(home, 'alpha/references/deep/note.md'), 'two')
    await untilSame(() => digest() !== withNote, true)
    assert.ok(before?.health === 'healthy' && before.skill.digest !== withNote)
    await rm(join(home, 'alpha'), { recursive: true })
    await untilSame(all, [['alpha', '1.0.0', true]])
  },
)

verifies('registry.is-watched', 'who asks after an edit sees it, however quickly edits follow each other', async (context) => {
  const [builtIn, user] = [await temporaryFolder(context), await temporaryFolder(context)]
  const registry = await registryOf(context, builtIn, user)
  for (let edit = 1; edit <= 20; edit += 1) {
    await writeSkill(user, 'alpha', { runner: { version: `${edit}.0.0` } })
    // Of those who ask together, the second finds the reading under way.
    await Promise.all([registry.caughtUp('alpha'), registry.caughtUp()])
    assert.deepEqual(registry.list().map(told), [['alpha', `${edit}.0.0`, false]])
  }
  await rm(join(user, 'alpha'), { recursive: true })
  await registry.caughtUp('alpha')
  assert.equal(registry.get('alpha'), null)
})

test('a skill can be read again at once', async (context) => {
  const [builtIn, user] = [await temporaryFolder(context), await temporaryFolder(context)]
  const registry = await registryOf(context, builtIn, user)
  await writeSkill(user, 'alpha')
  assert.deepEqual(told(await registry.refresh('alpha')), ['alpha', '1.0.0', false])
  assert.equal(await registry.refresh('../alpha'), null)
})

verifies(
  'registry.two-roots',
  'a user skill that is broken still hides the built-in of its id, until it is gone',
  async (context) => {
    const [builtIn, user] = [await temporaryFolder(context), await temporaryFolder(context)]
    await writeSkill(builtIn, 'alpha')
    const folder = await writeSkill(user, 'alpha', { runner: { max_attempt: 0 } })
    const registry = await registryOf(context, builtIn, user)
    assert.deepEqual(told(registry.get('alpha')), [
      'alpha',
      ['assets/runner.json: max_attempt must be a whole number, 1 or more.'],
    ])
    await rm(folder, { recursive: true })
    await untilSame(() => told(registry.get('alpha')), ['alpha', '1.0.0', true])
  },
)

verifies('registry.is-watched', 'a folder of skills that is replaced as a whole is read again', async (context) => {
  const [builtIn, parent] = [await temporaryFolder(context), await temporaryFolder(context)]
  const user = join(parent, 'skills')
  await writeSkill(user, 'alpha')
  const registry = await registryOf(context, builtIn, user)
  const all = () => registry.list().map(told)
  await rename(user, join(parent, 'old'))
  await writeSkill(user, 'beta')
  await untilSame(all, [['beta', '1.0.0', false]])
  await writeSkill(user, 'gamma')
  await untilSame(all, [
    ['beta', '1.0.0', false],
    ['gamma', '1.0.0', false],
  ])
})

verifies('registry.is-watched', 'a skill folder may be a link, and a link that is turned round is noticed', async (context) => {
  const [builtIn, user, beside] = [await temporaryFolder(context), await temporaryFolder(context), await temporaryFolder(context)]
  await writeSkill(join(beside, 'v1'), 'alpha')
  await writeSkill(join(beside, 'v2'), 'alpha', { runner: { version: '2.0.0' } })
  await symlink(join(beside, 'v1/alpha'), join(user, 'alpha'))
  await symlink(join(beside, 'nowhere'), join(user, 'dangling'))
  const registry = await registryOf(context, builtIn, user)
  const all = () => registry.list().map(told)
  assert.deepEqual(all(), [['alpha', '1.0.0', false]])
  await symlink(join(beside, 'v2/alpha'), join(beside, 'next'))
  await rename(join(beside, 'next'), join(user, 'alpha'))
  await untilSame(all, [['alpha', '2.0.0', false]])
  await writeFile(join(beside, 'v2/alpha/assets/runner.json'), '[]')
  await untilSame(all, [['alpha', ['assets/runner.json must hold a JSON object.']]])
})

verifies('registry.broken-hides-none', 'a file or folder that may not be read is named', async (context) => {
  const [builtIn, user] = [await temporaryFolder(context), await temporaryFolder(context)]
  await writeSkill(user, 'alpha')
  const secret = join(await writeSkill(user, 'beta', { files: { 'notes.md': 'x' } }), 'notes.md')
  const locked = join(await writeSkill(user, 'gamma', { files: { 'sub/notes.md': 'x' } }), 'sub')
  await Promise.all([chmod(secret, 0), chmod(locked, 0), chmod(user, 0o755), chmod(builtIn, 0o755)])
  const registry = await asOrdinaryUser(() => registryOf(context, builtIn, user))
  await chmod(locked, 0o755)
  assert.deepEqual(registry.list().map(told), [
    ['alpha', '1.0.0', false],
    ['beta', ['notes.md could not be read (unreadable).']],
    ['gamma', ['The folder could not be read: EACCES.']],
  ])
})

test('a skill of as many files as may be is read in a moment, watched and told apart from one of one more', async (context) => {
  const [builtIn, user] = [await temporaryFolder(context), await temporaryFolder(context)]
  const folder = await writeSkill(user, 'alpha')
  await mkdir(join(folder, 'many'))
  // With those the skill has anyway, 2,000.
  await Promise.all(Array.from({ length: 1994 }, (_, i) => writeFile(join(folder, 'many', `${i}`), `${i}`)))
  const registry = await registryOf(context, builtIn, user)
  const entry = registry.get('alpha')
  assert.ok(entry?.health === 'healthy')
  assert.equal(entry.skill.files.length, 2000)
  await writeFile(join(folder, 'many/one-more'), '')
  await untilSame(() => told(registry.get('alpha')), ['alpha', ['It holds more than 2000 files or folders.']])
})

/** Root may read everything, so it looks with the eyes of somebody else. */
async function asOrdinaryUser<T>(look: () => Promise<T>): Promise<T> {
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65534)
  try {
    return await look()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

// --- schemas, which are compiled after the start

const output = (schema: object) => ({ files: { 'assets/output.schema.json': JSON.stringify({ type: 'object', ...schema }) } })

/** A small schema that asks for more stack than there is. */
const circle = {
  $ref: 'urn:x:a',
  $defs: { a: { $id: 'urn:x:a', $ref: 'urn:x:b' }, b: { $id: 'urn:x:b', $ref: 'urn:x:a' } },
}
const nested = (depth: number): object => (depth === 0 ? {} : { not: nested(depth - 1) })

verifies(
  ['registry.broken-hides-none', 'registry.meta-schemas'],
  'a schema that cannot be compiled is found after the start, and its skill is listed as degraded',
  async (context) => {
    const [builtIn, user] = [await temporaryFolder(context), await temporaryFolder(context)]
    await writeSkill(user, 'good', output({ $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] }))
    await writeSkill(user, 'bad-ref', output({ properties: { a: { $ref: '#/$defs/none' } } }))
    await writeSkill(user, 'bad-type', output({ properties: { a: { type: 'strnig' }, b: { minLength: -1 } } }))
    await writeSkill(user, 'bad-pattern', output({ properties: { a: { pattern: '(' } } }))
    await writeSkill(user, 'bad-draft', output({ $schema: 'http://json-schema.org/draft-04/schema#' }))
    const bounded = openBounded()
    context.after(() => bounded.close())
    const registry = await registryOf(context, builtIn, user, (...it) => bounded.compile(...it))
    assert.ok(registry.list().every(({ health }) => health === 'healthy'))
    await registry.checkSchemas()
    const file = 'assets/output.schema.json'
    assert.deepEqual(registry.list().map(told), [
      ['bad-draft', [`${file}: $schema names a dialect that is not supported. Use draft 2020-12, or draft-07.`]],
      ['bad-pattern', [`${file}: Invalid regular expression: /(/u: Unterminated group`]],
      ['bad-ref', [`${file}: /properties/a refers to "#/$defs/none", which is not in this file. Nothing is fetched.`]],
      [
        'bad-type',
        [`${file}: /properties/a/type must be equal to one of the allowed values; /properties/b/minLength must be >= 0`],
      ],
      ['good', '1.0.0', false],
    ])
    await writeFile(join(user, 'bad-ref', file), '{"type":"object"}')
    await untilSame(() => told(registry.get('bad-ref')), ['bad-ref', '1.0.0', false])
    await writeFile(join(user, 'good', file), '{"type":"object","required":[1]}')
    await untilSame(() => told(registry.get('good')), ['good', [`${file}: required must be a list of texts.`]])
  },
)

verifies(
  'run.hostile-schemas-are-bounded',
  'a schema that takes too much to compile is told so, and the skills behind it are judged all the same',
  async (context) => {
    const [builtIn, user] = [await temporaryFolder(context), await temporaryFolder(context)]
    await writeSkill(user, 'a-slow', output({ title: 'slow' }))
    await writeSkill(user, 'b-circle', output(circle))
    await writeSkill(user, 'c-broken', output({ properties: { a: { pattern: '(' } } }))
    await writeSkill(user, 'd-good')
    await writeSkill(user, 'e-nested', output(nested(150)))
    const bounded = openBounded()
    // No schema that is small enough to be compiled at all is slow enough on every machine, so one of them has less time.
    const impatient = openBounded({ timeMs: 1 })
    context.after(() => Promise.all([bounded.close(), impatient.close()]))
    const poolFor = (schema: object) => ('title' in schema ? impatient : bounded)
    const registry = await registryOf(context, builtIn, user, (schema, what) => poolFor(schema).compile(schema, what))
    await registry.checkSchemas()
    assert.deepEqual(registry.list().map(told), [
      ['a-slow', ['assets/output.schema.json: It takes longer than it may, to compile or to check {} with. Simplify it.']],
      ['b-circle', ['assets/output.schema.json: /$defs/b refers back to itself, so that no check would end.']],
      ['c-broken', ['assets/output.schema.json: Invalid regular expression: /(/u: Unterminated group']],
      ['d-good', '1.0.0', false],
      ['e-nested', ['assets/output.schema.json: It is nested deeper than 100 levels. Simplify it.']],
    ])
  },
)

test('schemas are compiled once, again only when they changed, and not at all when built in', async (context) => {
  const [builtIn, user] = [await temporaryFolder(context), await temporaryFolder(context)]
  const compiled: string[] = []
  const compile: Compile = async (schema, what) => {
    compiled.push(what)
    return JSON.stringify(schema).includes('canary') ? 'a canary' : null
  }
  await writeSkill(builtIn, 'alpha')
  const folder = await writeSkill(user, 'beta')
  const registry = await registryOf(context, builtIn, user, compile)
  assert.deepEqual(compiled, [])
  await registry.checkSchemas()
  const all = ['input', 'input', 'parameter', 'output'].map((kind) => `assets/${kind}.schema.json`)
  assert.deepEqual(compiled, all)
  await writeFile(join(folder, 'scripts/run.mjs'), 'changed')
  await registry.refresh('beta')
  assert.deepEqual(compiled, all)
  await writeFile(join(folder, 'assets/parameter.schema.json'), '{"type":"object","title":"canary"}')
  const broken = ['beta', ['assets/parameter.schema.json: a canary']]
  assert.deepEqual(told(await registry.refresh('beta')), broken)
  assert.deepEqual(compiled, [...all, ...all])
  await writeFile(join(folder, 'scripts/run.mjs'), 'changed again')
  assert.deepEqual(told(await registry.refresh('beta')), broken)
  assert.deepEqual(compiled, [...all, ...all])
})

test('a verdict that comes for a skill that was changed meanwhile is nobody’s', async (context) => {
  const [builtIn, user] = [await temporaryFolder(context), await temporaryFolder(context)]
  const folder = await writeSkill(user, 'beta', output({ title: 'canary' }))
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const compile: Compile = async (schema) => {
    if (!JSON.stringify(schema).includes('canary')) return null
    asked.resolve()
    await answer.promise
    return 'a canary'
  }
  const registry = await registryOf(context, builtIn, user, compile)
  const checked = registry.checkSchemas()
  await asked.promise
  await writeFile(join(folder, 'assets/output.schema.json'), '{"type":"object"}')
  const refreshed = registry.refresh('beta')
  answer.resolve()
  await Promise.all([checked, refreshed])
  assert.deepEqual(told(registry.get('beta')), ['beta', '1.0.0', false])
})

// --- what ships

test('the built-in skills are whole, and their schemas compile', async (context) => {
  const builtIn = fileURLToPath(new URL('../../../skills', import.meta.url))
  const registry = await registryOf(context, builtIn, await temporaryFolder(context))
  const bounded = openBounded()
  context.after(() => bounded.close())
  const entry = registry.get('demo-prime-number')
  assert.ok(entry?.health === 'healthy')
  for (const entry of registry.list()) {
    assert.ok(entry.health === 'healthy', JSON.stringify(told(entry)))
    assert.deepEqual(entry.skill.warnings, [])
    for (const schema of [...Object.values(entry.skill.schemas), entry.skill.inlineSchema])
      assert.equal(await bounded.compile(schema), null)
  }
})
