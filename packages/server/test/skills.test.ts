import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, rename, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { note, verifies } from '../../../test/verifies.ts'
import { openBounded } from '../src/bounded/pool.ts'
import { knownEngines } from '../src/engines/known.ts'
import { Fault } from '../src/lib/fault.ts'
import { readSkill, type SkillPackage } from '../src/skills/package.ts'
import { openRegistry, type Registry, type SkillEntry } from '../src/skills/registry.ts'
import { pinnedSkill, removeUnfinished, snapshot } from '../src/skills/snapshot.ts'
import { temporaryFolder } from './support/folder.ts'
import { type SkillParts, writeSkill } from './support/skill-folder.ts'
import { until } from './support/until.ts'

const options = { builtIn: false, engines: knownEngines }

async function problemsOf(
  context: TestContext,
  parts: SkillParts,
  change: (folder: string) => Promise<unknown> = async () => {},
) {
  const folder = await writeSkill(await temporaryFolder(context), 'x', parts)
  await change(folder)
  const read = await readSkill(folder, options)
  return read.ok ? [] : read.problems
}

async function readGood(folder: string): Promise<SkillPackage> {
  const read = await readSkill(folder, options)
  assert.ok(read.ok, JSON.stringify(read))
  return read.skill
}

test('a whole skill is read, with its defaults', async (context) => {
  const folder = await writeSkill(await temporaryFolder(context), 'x', {
    runner: {
      unsupported_engines: ['iflow'],
      artifacts: [{ role: 'notes', pattern: 'artifacts/*.md', mime: 'text/markdown' }],
      normalizer: { command: 'python scripts/normalize.py' },
      fallback: { command: 'python scripts/fallback.py', enabled: false },
    },
    files: {
      'assets/input.schema.json': JSON.stringify({
        type: 'object',
        properties: { paper: {}, query: { type: 'string', 'x-input-source': 'inline' } },
        required: ['query', 'paper'],
        anyOf: [{ required: ['paper'] }],
      }),
    },
  })
  const { digest, schemas, ...skill } = await readGood(folder)
  assert.match(digest, /^[0-9a-f]{64}$/)
  assert.deepEqual(Object.keys(schemas), ['input', 'parameter', 'output'])
  assert.deepEqual(skill, {
    id: 'x',
    name: 'x',
    description: 'A skill for tests.',
    version: '1.0.0',
    root: folder,
    builtIn: false,
    profile: 'auto',
    declaredEngines: [],
    unsupportedEngines: ['iflow'],
    engines: ['codex', 'gemini', 'opencode', 'claude', 'qwen'],
    modes: ['auto'],
    maxAttempt: null,
    entrypoint: { kind: 'script', command: 'node scripts/run.mjs' },
    resultFile: 'result/result.json',
    inputs: [
      { name: 'paper', source: 'file', required: true },
      { name: 'query', source: 'inline', required: true },
    ],
    inlineSchema: {
      type: 'object',
      properties: { query: { type: 'string', 'x-input-source': 'inline' } },
      required: ['query'],
      additionalProperties: true,
    },
    artifacts: [{ role: 'notes', pattern: '*.md', mime: 'text/markdown', required: false }],
    limits: { timeoutMs: 600_000, network: 'off' },
    normalizer: 'python scripts/normalize.py',
    fallback: null,
    files: [
      'SKILL.md',
      'assets/input.schema.json',
      'assets/output.schema.json',
      'assets/parameter.schema.json',
      'assets/runner.json',
      'scripts/run.mjs',
    ],
    warnings: [],
  })
})

test('a skill of SKILL.md alone is a plain one', async (context) => {
  const folder = await writeSkill(await temporaryFolder(context), 'x', { runner: null })
  const { profile, version, modes, entrypoint, artifacts, limits, warnings } = await readGood(folder)
  assert.deepEqual(
    { profile, version, modes, entrypoint, artifacts, limits, warnings },
    {
      profile: 'plain',
      version: '0.0.0',
      modes: ['auto'],
      entrypoint: { kind: 'prompt', template: null, resultMode: 'file' },
      artifacts: [],
      limits: { timeoutMs: 600_000, network: null },
      warnings: [],
    },
  )
})

test('prompt and hybrid skills are known for what they are', async (context) => {
  const root = await temporaryFolder(context)
  const prompt = { template: 'assets/prompt.txt', result_mode: 'stdout', result_file: 'result/answer.json' }
  const files = { 'assets/prompt.txt': 'Do it.' }
  const first = await readGood(await writeSkill(root, 'a', { runner: { entrypoint: { type: 'prompt', prompt } }, files }))
  const entrypoint = { type: 'hybrid', prompt, script: { command: 'node scripts/run.mjs' } }
  const second = await readGood(await writeSkill(root, 'b', { runner: { entrypoint }, files }))
  assert.deepEqual(
    [first.entrypoint, first.resultFile, second.entrypoint],
    [
      { kind: 'prompt', template: 'assets/prompt.txt', resultMode: 'stdout' },
      'result/answer.json',
      { kind: 'hybrid', command: 'node scripts/run.mjs', template: 'assets/prompt.txt', resultMode: 'stdout' },
    ],
  )
})

test('a skill without execution_modes is taken as auto, with a warning; a shell word in a command gets one too', async (context) => {
  const entrypoint = { type: 'script', script: { command: 'node scripts/run.mjs && echo done' } }
  const folder = await writeSkill(await temporaryFolder(context), 'x', { runner: { execution_modes: undefined, entrypoint } })
  const { modes, warnings } = await readGood(folder)
  assert.deepEqual(modes, ['auto'])
  assert.deepEqual(warnings, [
    "assets/runner.json: entrypoint.script.command holds &&, but no shell reads it; write sh -c '…' if you need one.",
    'assets/runner.json: execution_modes is missing and taken as ["auto"]; that will be an error one day.',
  ])
})

test('artifacts that runner.json does not declare come from the output schema', async (context) => {
  const output = {
    type: 'object',
    properties: {
      notes: { type: 'string', 'x-type': 'artifact', 'x-role': 'notes', 'x-filename': 'notes.md' },
      table: { type: 'string', 'x-type': 'file' },
      title: { type: 'string' },
    },
    required: ['table', 'title'],
  }
  const folder = await writeSkill(await temporaryFolder(context), 'x', {
    runner: { artifacts: [] },
    files: { 'assets/output.schema.json': JSON.stringify(output) },
  })
  assert.deepEqual((await readGood(folder)).artifacts, [
    { role: 'notes', pattern: 'notes.md', mime: null, required: false },
    { role: 'output', pattern: 'table', mime: null, required: true },
  ])
})

const engines = 'codex, gemini, iflow, opencode, claude, qwen, replay'
const script = (command: unknown) => ({ entrypoint: { type: 'script', script: { command } } })

/** What is wrong in runner.json, and how it is said. */
const wrong: [name: string, runner: Record<string, unknown>, problems: string[]][] = [
  ['another id', { id: 'y' }, ['id must be "x", the name of the folder and of the skill.']],
  ['no semantic version', { version: '1.0' }, ['version must be a semantic version such as 1.0.0.']],
  ['an unknown engine', { engines: ['codex', 'gpt'] }, [`engines[1] "gpt" is not an engine (${engines}).`]],
  [
    'an engine that is allowed and not',
    { engines: ['codex', 'qwen'], unsupported_engines: ['qwen'] },
    ['unsupported_engines repeats what engines allows: qwen.'],
  ],
  ['an empty list of engines', { engines: [] }, ['engines leaves no engine to run on.']],
  ['no engine left', { unsupported_engines: [...knownEngines] }, ['unsupported_engines leaves no engine to run on.']],
  ['the old name of a field', { unsupport_engine: ['qwen'] }, ['unsupport_engine was renamed: use unsupported_engines.']],
  ['no modes', { execution_modes: [] }, ['execution_modes must be a list with auto, interactive, or both.']],
  [
    'an unknown mode',
    { execution_modes: ['auto', 'manual'] },
    ['execution_modes must be a list with auto, interactive, or both.'],
  ],
  ['no attempt allowed', { max_attempt: 0 }, ['max_attempt must be a whole number, 1 or more.']],
  [
    'an unknown entry point',
    { entrypoint: { type: 'magic' } },
    ['entrypoint.type must be prompt, script or hybrid.', 'entrypoint.script.command must be a command, as a text.'],
  ],
  ['a script without a command', { entrypoint: { type: 'script' } }, ['entrypoint.script.command must be a command, as a text.']],
  ['an open quote', script("node 'x"), ['entrypoint.script.command has a quote that does not end.']],
  ['an empty command', script(' '), ['entrypoint.script.command is empty.']],
  [
    'a template that is not there',
    { entrypoint: { type: 'prompt', prompt: { template: 'assets/none.txt' } } },
    ['entrypoint.prompt.template names assets/none.txt, which is not there.'],
  ],
  [
    'a result outside the run',
    { entrypoint: { prompt: { result_file: '../../etc/cron' } } },
    ['entrypoint.prompt.result_file must be a path inside the folder: it holds ...'],
  ],
  [
    'a limit of no time',
    { automation: { timeout_sec: 0 } },
    ['automation.timeout_sec must be a whole number of seconds from 1 to 86400.'],
  ],
  ['an unknown network', { automation: { network: 'on' } }, ['automation.network must be off or allowlist.']],
  ['another scope', { automation: { fs_scope: 'all' } }, ['automation.fs_scope must be workspace_only.']],
  [
    'an artifact outside',
    { artifacts: [{ role: 'a', pattern: 'artifacts/../../x' }] },
    ['artifacts[0].pattern is not a pattern inside artifacts/: it holds ...'],
  ],
  [
    'an artifact without anything',
    { artifacts: [{ mime: 'a\nb', required: 1 }] },
    [
      'artifacts[0].role must be a text.',
      'artifacts[0].mime must be a media type such as text/markdown.',
      'artifacts[0].required must be true or false.',
      'artifacts[0].pattern is not a pattern inside artifacts/: it is empty.',
    ],
  ],
  ['a normalizer without a command', { normalizer: {} }, ['normalizer.command must be a command, as a text.']],
]

for (const [name, runner, problems] of wrong) {
  test(`a runner.json with ${name} is refused by its exact field`, async (context) => {
    assert.deepEqual(
      await problemsOf(context, { runner }),
      problems.map((problem) => `assets/runner.json: ${problem}`),
    )
  })
}

test('a schema outside the skill is neither read nor taken', async (context) => {
  const problems = await problemsOf(context, { runner: { schemas: { input: '/etc/passwd', output: '../../x.json' } } })
  assert.deepEqual(problems, [
    'assets/runner.json: schemas.input must be a path inside the folder: it is absolute.',
    'assets/runner.json: schemas.output must be a path inside the folder: it holds ...',
    '/etc/passwd is missing.',
    '../../x.json is missing.',
  ])
})

test('all problems of a skill are told at once', async (context) => {
  const problems = await problemsOf(context, {
    runner: { version: 1, engines: 'codex' },
    files: {
      'SKILL.md': '---\nname: y\n---\n',
      'assets/input.schema.json': '{"type":"object","properties":{"a":{"x-input-source":"mail"}}}',
      'assets/parameter.schema.json': '{"type":"array"}',
      'assets/output.schema.json': null,
    },
  })
  assert.deepEqual(problems, [
    'SKILL.md: description must be a text of 1 to 1024 characters.',
    'assets/runner.json: version must be a semantic version such as 1.0.0.',
    'assets/runner.json: engines must be a list of engine names.',
    'assets/runner.json: engines leaves no engine to run on.',
    'assets/input.schema.json: properties.a.x-input-source must be file or inline.',
    'assets/parameter.schema.json: type must be "object".',
    'assets/output.schema.json is missing.',
  ])
})

test('files that are no JSON, too deep or too large are named', async (context) => {
  assert.match(
    (await problemsOf(context, { files: { 'assets/runner.json': '{' } })).join(),
    /^assets\/runner\.json is not valid JSON: /,
  )
  assert.deepEqual(await problemsOf(context, { files: { 'assets/runner.json': '[]' } }), [
    'assets/runner.json must hold a JSON object.',
  ])
  const deep = `${'{"not":'.repeat(100_000)}1${'}'.repeat(100_000)}`
  assert.deepEqual(await problemsOf(context, { files: { 'assets/input.schema.json': deep } }), [
    'assets/input.schema.json is nested too deeply.',
  ])
  const large = JSON.stringify({ type: 'object', description: 'x'.repeat(1024 * 1024) })
  assert.deepEqual(await problemsOf(context, { files: { 'assets/input.schema.json': large } }), [
    'assets/input.schema.json is larger than 1024 KiB.',
  ])
})

test('links that leave the skill, pipes and strange names are refused, links inside are kept', async (context) => {
  assert.deepEqual(await problemsOf(context, {}, (folder) => symlink('/etc/passwd', join(folder, 'out'))), [
    'out is a link that leads out of the skill.',
  ])
  assert.deepEqual(await problemsOf(context, {}, (folder) => symlink('../..', join(folder, 'assets/up'))), [
    'assets/up is a link that leads out of the skill.',
  ])
  assert.deepEqual(await problemsOf(context, {}, (folder) => symlink('none', join(folder, 'dead'))), [
    'dead is a link that leads nowhere.',
  ])
  assert.deepEqual(await problemsOf(context, {}, async (folder) => execFileSync('mkfifo', [join(folder, 'pipe')])), [
    'pipe is neither a file nor a folder.',
  ])
  assert.deepEqual(await problemsOf(context, {}, (folder) => writeFile(join(folder, 'a\\b'), '')), [
    '"a\\\\b" is a name that is not taken here.',
  ])
  assert.deepEqual(await problemsOf(context, {}, (folder) => symlink('SKILL.md', join(folder, 'README.md'))), [])
})

test('a skill with a link for SKILL.md that leads out does not show what lies there', async (context) => {
  const root = await temporaryFolder(context)
  await writeFile(join(root, 'canary'), '---\nname: x\ndescription: canary\n---\n')
  const folder = await writeSkill(root, 'x', { files: { 'SKILL.md': null } })
  await symlink('../canary', join(folder, 'SKILL.md'))
  assert.deepEqual(await readSkill(folder, options), {
    ok: false,
    id: 'x',
    problems: ['SKILL.md is a link that leads out of the skill.', 'SKILL.md is missing.'],
  })
})

test('a skill with too many, too large or too deep files is refused without reading them all', async (context) => {
  const many = async (folder: string) => {
    await mkdir(join(folder, 'many'))
    for (let i = 0; i < 2001; i += 1) await writeFile(join(folder, 'many', `${i}`), '')
  }
  assert.deepEqual(await problemsOf(context, {}, many), ['It holds more than 2000 files or folders.'])
  const sparse = async (folder: string) => {
    await writeFile(join(folder, 'sparse'), '')
    await truncate(join(folder, 'sparse'), 201 * 1024 * 1024)
  }
  assert.ok((await problemsOf(context, {}, sparse)).includes('Its files hold more than 200 MiB.'))
  const deep = (folder: string) => mkdir(join(folder, 'd/'.repeat(20)), { recursive: true })
  assert.deepEqual(await problemsOf(context, {}, deep), [`${'d/'.repeat(15)}d lies deeper than 16 folders.`])
})

test('a folder that is not there is an answer', async (context) => {
  const folder = join(await temporaryFolder(context), 'none')
  assert.deepEqual(await readSkill(folder, options), {
    ok: false,
    id: 'none',
    problems: ['The folder could not be read: ENOENT.'],
  })
})

test('the digest covers every path, content, link and executable bit, and nothing else', async (context) => {
  const root = await temporaryFolder(context)
  const folder = await writeSkill(root, 'x')
  const digest = async () => (await readGood(folder)).digest
  const first = await digest()
  await utimes(join(folder, 'SKILL.md'), 0, 0)
  await chmod(join(folder, 'SKILL.md'), 0o640)
  await mkdir(join(folder, '.git'))
  await writeFile(join(folder, '.git/HEAD'), 'x')
  assert.equal(await digest(), first)
  const seen = new Set([first])
  const changes = [
    () => writeFile(join(folder, 'scripts/run.mjs'), "console.log('[]')\n"),
    () => chmod(join(folder, 'scripts/run.mjs'), 0o644),
    () => rename(join(folder, 'scripts/run.mjs'), join(folder, 'scripts/go.mjs')),
    () => writeFile(join(folder, 'empty'), ''),
    () => symlink('empty', join(folder, 'link')),
    () => rm(join(folder, 'link')).then(() => symlink('SKILL.md', join(folder, 'link'))),
  ]
  for (const change of changes) {
    await change()
    seen.add(await digest())
  }
  assert.equal(seen.size, 1 + changes.length)
})

// --- the registry

const quiet = { info: () => {}, warn: () => {} }

async function registryOf(context: TestContext, builtIn: string, user: string): Promise<Registry> {
  const registry = await openRegistry({ builtIn, user, engines: knownEngines, log: quiet })
  context.after(() => registry.close())
  return registry
}

const told = (entry: SkillEntry | null) =>
  entry && (entry.health === 'healthy' ? [entry.skill.id, entry.skill.version, entry.skill.builtIn] : [entry.id, entry.problems])

/** Waits for what the watch will bring. */
const untilSame = (seen: () => unknown, expected: unknown) =>
  until(`the watch brings ${JSON.stringify(expected)}`, () => isDeepStrictEqual(seen(), expected))

verifies(
  'skills.broken-ones-are-listed',
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

verifies(
  'skills.broken-ones-are-listed',
  'a skill that breaks or is mended while the server runs is told so',
  async (context) => {
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
  },
)

test('skills that come, change, are replaced and go are noticed', async (context) => {
  const [builtIn, user, beside] = [await temporaryFolder(context), await temporaryFolder(context), await temporaryFolder(context)]
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
})

test('a skill can be read again at once', async (context) => {
  const [builtIn, user] = [await temporaryFolder(context), await temporaryFolder(context)]
  const registry = await registryOf(context, builtIn, user)
  await writeSkill(user, 'alpha')
  assert.deepEqual(told(await registry.refresh('alpha')), ['alpha', '1.0.0', false])
  assert.equal(await registry.refresh('../alpha'), null)
})

// --- pinned copies

verifies('run.skill-version-is-pinned', 'a pinned copy stays what it was, whatever becomes of the skill', async (context) => {
  const [root, pins] = [await temporaryFolder(context), await temporaryFolder(context)]
  const folder = await writeSkill(root, 'x', { files: { 'lib/a.txt': 'one' } })
  await symlink('a.txt', join(folder, 'lib/b.txt'))
  const skill = await readGood(folder)
  const copies = await Promise.all(Array.from({ length: 5 }, () => snapshot(skill, pins)))
  assert.deepEqual(copies, Array(5).fill(join(pins, skill.digest)))
  await writeFile(join(folder, 'lib/a.txt'), 'two')
  await rm(join(folder, 'scripts'), { recursive: true })
  const pinned = await pinnedSkill(pins, skill.digest, 'x')
  assert.deepEqual(pinned.folder, join(pins, skill.digest))
  assert.deepEqual(pinned.skill, { ...skill, engines: [], root: pinned.folder })
  assert.equal(await readFile(join(pinned.folder, 'lib/b.txt'), 'utf8'), 'one')
  const modes = await Promise.all(
    ['lib/a.txt', 'scripts/run.mjs', 'lib'].map(async (path) => (await stat(join(pinned.folder, path))).mode & 0o777),
  )
  assert.deepEqual(modes, [0o444, 0o555, 0o755])
})

verifies(
  'run.skill-version-is-pinned',
  'a skill that changed since it was read is not pinned under the old digest',
  async (context) => {
    const [root, pins] = [await temporaryFolder(context), await temporaryFolder(context)]
    const folder = await writeSkill(root, 'x')
    const skill = await readGood(folder)
    const changes = [
      () => writeFile(join(folder, 'scripts/run.mjs'), 'changed'),
      () => symlink('/etc/passwd', join(folder, 'out')),
      () => rm(folder, { recursive: true }),
    ]
    for (const change of changes) {
      await change()
      await assert.rejects(snapshot(skill, pins), (error) => error instanceof Fault && error.code === 'SKILL_DEGRADED')
      assert.equal(await stat(join(pins, skill.digest)).catch(() => null), null)
    }
    note('error', 'SKILL_DEGRADED')
  },
)

verifies('run.skill-version-is-pinned', 'a pinned copy that somebody changed is not run', async (context) => {
  const [root, pins] = [await temporaryFolder(context), await temporaryFolder(context)]
  const skill = await readGood(await writeSkill(root, 'x'))
  const copy = await snapshot(skill, pins)
  await chmod(join(copy, 'scripts/run.mjs'), 0o755)
  await writeFile(join(copy, 'scripts/run.mjs'), 'changed')
  await assert.rejects(pinnedSkill(pins, skill.digest, 'x'), (error) => error instanceof Fault && error.code === 'SKILL_DEGRADED')
})

test('what a dead server left half copied is removed, and nothing else', async (context) => {
  const [root, pins] = [await temporaryFolder(context), await temporaryFolder(context)]
  const skill = await readGood(await writeSkill(root, 'x'))
  await snapshot(skill, pins)
  await mkdir(join(pins, '.copying-00/scripts'), { recursive: true })
  await removeUnfinished(pins)
  assert.deepEqual(await stat(join(pins, '.copying-00')).catch(() => 'gone'), 'gone')
  assert.equal((await pinnedSkill(pins, skill.digest, 'x')).skill.id, 'x')
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
