import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { note, verifies } from '../../../test/verifies.ts'
import { knownEngines } from '../src/engines/index.ts'
import { Fault } from '../src/lib/fault.ts'
import { templateFor } from '../src/skills/entrypoint.ts'
import { readSkill, type SkillPackage } from '../src/skills/package.ts'
import { removeUnfinished, removeUnused } from '../src/skills/snapshot.ts'
import { openSnapshots } from '../src/skills/snapshots.ts'
import { temporaryFolder } from './support/folder.ts'
import { type SkillParts, writeSkill } from './support/skill-folder.ts'

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

test('a file input of a type that no path has is warned about: it was hardly meant to be one', async (context) => {
  const properties = {
    n: { type: 'integer' },
    said: { type: ['number', 'null'], 'x-input-source': 'file' },
    paper: { type: 'string' },
    either: { type: ['string', 'null'] },
    any: {},
    whatever: true,
    inline: { type: 'integer', 'x-input-source': 'inline' },
  }
  const files = { 'assets/input.schema.json': JSON.stringify({ type: 'object', properties }) }
  const { warnings } = await readGood(await writeSkill(await temporaryFolder(context), 'x', { files }))
  assert.deepEqual(
    warnings,
    ['n', 'said'].map(
      (name) =>
        `assets/input.schema.json: ${name} is a file input, and its type is not string. Is "x-input-source": "inline" missing?`,
    ),
  )
})

async function readGood(folder: string): Promise<SkillPackage> {
  const read = await readSkill(folder, options)
  assert.ok(read.ok, JSON.stringify(read))
  return read.skill
}

verifies('registry.fixed-file-names', 'a whole skill is read, with its defaults', async (context) => {
  const folder = await writeSkill(await temporaryFolder(context), 'x', {
    runner: {
      unsupported_engines: ['iflow'],
      artifacts: [{ role: 'notes', pattern: 'artifacts/*.md', mime: 'text/markdown' }],
      normalizer: { command: 'python scripts/normalize.py' },
      fallback: { command: 'python scripts/fallback.py', enabled: false },
    },
    files: {
      'scripts/normalize.py': '',
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
    schemaFiles: {
      input: 'assets/input.schema.json',
      parameter: 'assets/parameter.schema.json',
      output: 'assets/output.schema.json',
    },
    inputs: [
      { name: 'paper', source: 'file', required: true },
      { name: 'query', source: 'inline', required: true },
    ],
    inlineSchema: {
      type: 'object',
      properties: { paper: {}, query: { type: 'string', 'x-input-source': 'inline' } },
      required: ['query'],
      additionalProperties: true,
    },
    artifacts: [{ role: 'notes', pattern: '*.md', mime: 'text/markdown', required: false }],
    env: [],
    limits: { timeoutMs: null, network: { level: 'off' }, resources: {} },
    normalizer: 'python scripts/normalize.py',
    fallback: null,
    files: [
      'SKILL.md',
      'assets/input.schema.json',
      'assets/output.schema.json',
      'assets/parameter.schema.json',
      'assets/runner.json',
      'scripts/normalize.py',
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
      modes: ['auto', 'interactive'],
      entrypoint: { kind: 'prompt', templates: [], resultMode: 'file' },
      artifacts: [],
      limits: { timeoutMs: null, network: null, resources: {} },
      warnings: [],
    },
  )
})

const promptFile = { engine: null, template: { kind: 'file', path: 'assets/prompt.txt' } }

verifies('registry.both-dialects', 'prompt and hybrid skills are known for what they are', async (context) => {
  const root = await temporaryFolder(context)
  const prompt = { template: './assets/prompt.txt', result_mode: 'stdout', result_file: 'result/answer.json' }
  const files = { 'assets/prompt.txt': 'Do it.' }
  const first = await readGood(await writeSkill(root, 'a', { runner: { entrypoint: { type: 'prompt', prompt } }, files }))
  const entrypoint = { type: 'hybrid', prompt, script: { command: 'node scripts/run.mjs' } }
  const second = await readGood(await writeSkill(root, 'b', { runner: { entrypoint }, files }))
  assert.deepEqual(
    [first.entrypoint, first.resultFile, second.entrypoint],
    [
      { kind: 'prompt', templates: [promptFile], resultMode: 'stdout' },
      'result/answer.json',
      { kind: 'hybrid', command: 'node scripts/run.mjs', templates: [promptFile], resultMode: 'stdout' },
    ],
  )
})

verifies(
  ['registry.both-dialects', 'registry.fixed-file-names'],
  'a runner.json of the other dialect, with little in it, means the same',
  async (context) => {
    const entrypoint = {
      prompts: { gemini: 'Call {{ skill.id }} on {{ input.paper }}.', common: 'assets/prompt.txt', gpt: 'Hello.' },
      result_json_filename: 'digest.result.json',
    }
    const runner = { version: undefined, execution_modes: undefined, entrypoint, name: 'Digest', runtime: { language: 'python' } }
    const files = { 'assets/prompt.txt': 'Do it.', 'assets/other.txt': 'No.' }
    const skill = await readGood(await writeSkill(await temporaryFolder(context), 'x', { runner, files }))
    assert.equal(skill.entrypoint.kind, 'prompt')
    assert.deepEqual(
      [skill.version, skill.name, skill.modes, skill.engines, skill.resultFile, skill.warnings],
      [
        '0.0.0',
        'x',
        ['auto'],
        ['codex', 'gemini', 'iflow', 'opencode', 'claude', 'qwen'],
        'result/digest.result.json',
        [
          'assets/runner.json: entrypoint.prompts.gpt is for an engine that is not known here, and for no other.',
          'assets/runner.json: execution_modes is missing; ["auto"] is assumed. A later version will reject this.',
        ],
      ],
    )
    const text = 'Call {{ skill.id }} on {{ input.paper }}.'
    assert.deepEqual(templateFor(skill.entrypoint, 'gemini'), { kind: 'text', field: 'entrypoint.prompts.gemini', text })
    assert.deepEqual(templateFor(skill.entrypoint, 'codex'), promptFile.template)
  },
)

verifies(
  'registry.both-dialects',
  'the template is the first found of prompts.<engine>, prompts.common, prompt.template, prompt.txt',
  async (context) => {
    const root = await temporaryFolder(context)
    const files = { 'assets/prompt.txt': 'Fixed name.', 'assets/own.txt': 'Own.' }
    const found = async (id: string, entrypoint: object | undefined, those: Record<string, string> = files) => {
      const skill = await readGood(await writeSkill(root, id, { runner: { entrypoint }, files: those }))
      assert.ok(skill.entrypoint.kind === 'prompt')
      const template = templateFor(skill.entrypoint, 'qwen')
      return template && (template.kind === 'file' ? template.path : template.text)
    }
    const prompt = { template: 'assets/own.txt' }
    assert.deepEqual(
      [
        await found('a', { prompts: { qwen: 'For qwen.', common: 'For all.' }, prompt }),
        await found('b', { prompts: { codex: 'For codex.', common: 'For all.' }, prompt }),
        await found('c', { prompts: { codex: 'For codex.' }, prompt }),
        await found('d', { prompts: { codex: 'For codex.' } }),
        await found('e', undefined),
        await found('f', { prompts: { codex: 'For codex.' } }, {}),
        await found('g', undefined, {}),
      ],
      ['For qwen.', 'For all.', 'assets/own.txt', 'assets/prompt.txt', 'assets/prompt.txt', null, null],
    )
  },
)

test('a skill without execution_modes is taken as auto, with a warning; a shell word in a command gets one too', async (context) => {
  const entrypoint = { type: 'script', script: { command: 'node scripts/run.mjs && echo done' } }
  const folder = await writeSkill(await temporaryFolder(context), 'x', { runner: { execution_modes: undefined, entrypoint } })
  const { modes, warnings } = await readGood(folder)
  assert.deepEqual(modes, ['auto'])
  assert.deepEqual(warnings, [
    "assets/runner.json: entrypoint.script.command holds &&, but no shell reads it; write sh -c '…' if you need one.",
    'assets/runner.json: execution_modes is missing; ["auto"] is assumed. A later version will reject this.',
  ])
})

verifies(
  'registry.infers-artifacts',
  'artifacts that runner.json does not declare come from the output schema',
  async (context) => {
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
  },
)

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
  ['an unknown entry point', { entrypoint: { type: 'magic' } }, ['entrypoint.type must be prompt, script or hybrid.']],
  ['a script without a command', { entrypoint: { type: 'script' } }, ['entrypoint.script.command must be a command, as a text.']],
  ['an open quote', script("node 'x"), ['entrypoint.script.command has a quote that does not end.']],
  ['an empty command', script(' '), ['entrypoint.script.command is empty.']],
  [
    'a template that is not there',
    { entrypoint: { type: 'prompt', prompt: { template: 'assets/none.txt' } } },
    ['entrypoint.prompt.template names assets/none.txt, which does not exist.'],
  ],
  [
    'a result outside the run',
    { entrypoint: { prompt: { result_file: '../../etc/cron' } } },
    ['entrypoint.prompt.result_file must be a path inside the folder: it holds ...'],
  ],
  [
    'a result among our records',
    { entrypoint: { prompt: { result_file: '.audit/stdout.1.log' } } },
    ['entrypoint.prompt.result_file must lie in result/, artifacts/ or tmp/.'],
  ],
  [
    'a result file of the other dialect outside the run',
    { entrypoint: { result_json_filename: '/etc/passwd' } },
    ['entrypoint.result_json_filename must be a path inside the folder: it is absolute.'],
  ],
  [
    'a result file that is none',
    { entrypoint: { result_json_filename: 5 } },
    ['entrypoint.result_json_filename must be a path inside the folder: it is empty.'],
  ],
  ['an entry point that is none', { entrypoint: 'prompt' }, ['entrypoint must be an object.']],
  ['a prompt that is none', { entrypoint: { prompt: 'Do it.' } }, ['entrypoint.prompt must be an object.']],
  [
    'prompts that are no texts',
    { entrypoint: { prompts: { codex: '', common: { a: 1 } } } },
    ['entrypoint.prompts.codex must be a text.', 'entrypoint.prompts.common must be a text.'],
  ],
  [
    'an unknown way to give results',
    { entrypoint: { prompt: { result_mode: 'mail' } } },
    ['entrypoint.prompt.result_mode must be file or stdout.'],
  ],
  ['schemas that are none', { schemas: [] }, ['schemas must be an object.']],
  ['an allow list that is none', { automation: { allowlist: 'a' } }, ['automation.allowlist must be a list of host names.']],
  [
    'an allow list with what are no hosts',
    { automation: { network: 'allowlist', allowlist: ['a.example:443', 'http://b.example', '*.c.example', 5] } },
    ['automation.allowlist[1] "http://b.example" is not a host name.', 'automation.allowlist[3] 5 is not a host name.'],
  ],
  ['artifacts that are no list', { artifacts: {} }, ['artifacts must be a list.']],
  [
    'a fallback that is neither on nor off',
    { fallback: { command: "sh 'x", enabled: 'no' } },
    ['fallback.enabled must be true or false.', 'fallback.command has a quote that does not end.'],
  ],
  ['a version that only looks like one', { version: '01.0.0' }, ['version must be a semantic version such as 1.0.0.']],
  [
    'a limit of no time',
    { automation: { timeout_sec: 0 } },
    ['automation.timeout_sec must be a whole number of seconds from 1 to 86400.'],
  ],
  ['an unknown network', { automation: { network: 'on' } }, ['automation.network must be off, gated, allowlist or host.']],
  [
    'limits that are none',
    { automation: { limits: { memory: 1, processes: 2, cpu_seconds: '9' } } },
    [
      'automation.limits.memory is not a limit (memory_bytes, processes, cpu_seconds, open_files, file_bytes, run_bytes, run_files).',
      'automation.limits.processes must be a whole number, 32 or more.',
      'automation.limits.cpu_seconds must be a whole number, 1 or more.',
    ],
  ],
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
  verifies(
    ['registry.broken-hides-none', 'registry.effective-engines'],
    `a runner.json with ${name} is refused by its exact field`,
    async (context) => {
      assert.deepEqual(
        await problemsOf(context, { runner }),
        problems.map((problem) => `assets/runner.json: ${problem}`),
      )
    },
  )
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
    'SKILL.md: name must be "x", the name of the folder.',
    'SKILL.md: description must be a text of 1 to 1024 characters.',
    'assets/runner.json: version must be a semantic version such as 1.0.0.',
    'assets/runner.json: engines must be a list of engine names.',
    'assets/runner.json: engines leaves no engine to run on.',
    'assets/input.schema.json: properties.a.x-input-source must be file or inline.',
    'assets/parameter.schema.json: type must be "object".',
    'assets/output.schema.json is missing.',
  ])
})

verifies(
  'registry.effective-engines',
  'engines are those a skill names, else all but replay, less those it excludes',
  async (context) => {
    const root = await temporaryFolder(context)
    const effective = async (id: string, runner: object) => {
      const { declaredEngines, unsupportedEngines, engines } = await readGood(
        await writeSkill(root, id, { runner: { ...runner } }),
      )
      return [declaredEngines, unsupportedEngines, engines]
    }
    assert.deepEqual(
      [
        await effective('a', {}),
        await effective('b', { engines: ['qwen', 'codex', 'qwen'] }),
        await effective('c', { unsupported_engines: ['iflow', 'gemini'] }),
        await effective('d', { engines: ['replay', 'codex'], unsupported_engines: ['qwen'] }),
      ],
      [
        [[], [], ['codex', 'gemini', 'iflow', 'opencode', 'claude', 'qwen']],
        [['qwen', 'codex'], [], ['qwen', 'codex']],
        [[], ['iflow', 'gemini'], ['codex', 'opencode', 'claude', 'qwen']],
        [['replay', 'codex'], ['qwen'], ['replay', 'codex']],
      ],
    )
  },
)

/** What our meta-schemas refuse, and how it is said. */
const wrongSchemas: [kind: string, schema: object, problems: string[]][] = [
  ['input', { type: ['object'] }, ['type must be "object".']],
  ['input', { type: 'object', properties: [] }, ['properties must be an object.']],
  [
    'parameter',
    { type: 'object', properties: { a: 5 }, required: 'a' },
    ['properties.a must be a schema.', 'required must be a list of texts.'],
  ],
  [
    'input',
    { type: 'object', properties: { a: { 'x-input-source': ['inline'] }, 'b c': { 'x-input-source': '' } }, required: ['d'] },
    [
      'properties.a.x-input-source must be file or inline.',
      'properties["b c"].x-input-source must be file or inline.',
      'required names "d", which properties does not declare.',
    ],
  ],
  [
    'input',
    {
      type: 'object',
      properties: { '../up': {}, '..': true, '': {}, ['x'.repeat(256)]: {}, 'a/b': { 'x-input-source': 'inline' } },
    },
    [
      'properties["../up"] is a file input, but no file can have that name.',
      'properties[".."] is a file input, but no file can have that name.',
      'properties[""] is a file input, but no file can have that name.',
      `properties.${'x'.repeat(256)} is a file input, but no file can have that name.`,
    ],
  ],
  [
    'output',
    { type: 'object', properties: { a: { 'x-type': 'folder', 'x-role': 1, 'x-filename': ' ' } } },
    [
      'properties.a.x-type must be artifact or file.',
      'properties.a.x-role must be a text.',
      'properties.a.x-filename must be a text.',
    ],
  ],
  [
    'output',
    { type: 'object', properties: { a: { 'x-type': 'file', 'x-filename': '../../x' } } },
    ['properties.a is not a pattern inside artifacts/: it holds ...'],
  ],
]

verifies(
  'registry.meta-schemas',
  'what the three schemas have to say to us is checked, and every violation names its place',
  async (context) => {
    for (const [kind, schema, problems] of wrongSchemas) {
      const file = `assets/${kind}.schema.json`
      assert.deepEqual(
        await problemsOf(context, { files: { [file]: JSON.stringify(schema) } }),
        problems.map((problem) => `${file}: ${problem}`),
      )
    }
    const input = { type: 'object', properties: { paper: { extensions: ['.pdf', 5] }, any: true }, required: ['paper'] }
    assert.deepEqual(await problemsOf(context, { files: { 'assets/input.schema.json': JSON.stringify(input) } }), [])
  },
)

test('a skill chooses what is wrong with it, but not how much of it is told', async (context) => {
  const properties = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`${'x'.repeat(1000)}${i}`, { 'x-type': 'a' }]))
  const many = JSON.stringify({ type: 'object', properties })
  const problems = await problemsOf(context, { files: { 'assets/output.schema.json': many } })
  assert.equal(problems.length, 101)
  assert.equal(problems.at(-1), 'There is more; these are the first 100.')
  assert.ok(problems.every((problem) => problem.length <= 500))
})

test('a template that is too large is named', async (context) => {
  const files = { 'assets/prompt.txt': 'x'.repeat(256 * 1024 + 1) }
  assert.deepEqual(await problemsOf(context, { runner: { entrypoint: {} }, files }), [
    'assets/prompt.txt is larger than 256 KiB.',
  ])
})

verifies('registry.broken-hides-none', 'files that are no JSON, too deep or too large are named', async (context) => {
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
    '"a\\\\b" is not an allowed name.',
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
  assert.deepEqual(await problemsOf(context, {}, deep), [`${'d/'.repeat(15)}d is more than 16 folders deep.`])
})

test('a folder that is not there is an answer', async (context) => {
  const folder = join(await temporaryFolder(context), 'none')
  const answer = { ok: false, id: 'none', problems: ['The folder could not be read: ENOENT.'] }
  assert.deepEqual({ ...(await readSkill(folder, options)), cause: null }, { ...answer, cause: null })
})

verifies(
  'registry.digest-covers-the-folder',
  'the digest covers every path, content, link and executable bit, and nothing else',
  async (context) => {
    const root = await temporaryFolder(context)
    const folder = await writeSkill(root, 'x', { runner: { entrypoint: {} } })
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
  },
)

// --- pinned copies

const snapshots = openSnapshots()

verifies('run.skill-version-is-pinned', 'a pinned copy stays what it was, whatever becomes of the skill', async (context) => {
  const [root, pins] = [await temporaryFolder(context), await temporaryFolder(context)]
  const folder = await writeSkill(root, 'x', { files: { 'lib/a.txt': 'one' } })
  await symlink('a.txt', join(folder, 'lib/b.txt'))
  const skill = await readGood(folder)
  const copies = await Promise.all(Array.from({ length: 5 }, () => snapshots.pin(skill, pins)))
  assert.deepEqual(copies, Array(5).fill(join(pins, skill.digest)))
  await writeFile(join(folder, 'lib/a.txt'), 'two')
  await rm(join(folder, 'scripts'), { recursive: true })
  const pinned = await snapshots.pinned(pins, skill.digest, 'x')
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
      await assert.rejects(snapshots.pin(skill, pins), (error) => error instanceof Fault && error.code === 'SKILL_DEGRADED')
      assert.equal(await stat(join(pins, skill.digest)).catch(() => null), null)
    }
    note('error', 'SKILL_DEGRADED')
  },
)

verifies('run.skill-version-is-pinned', 'a pinned copy that somebody changed is not run', async (context) => {
  const [root, pins] = [await temporaryFolder(context), await temporaryFolder(context)]
  const skill = await readGood(await writeSkill(root, 'x'))
  const copy = await snapshots.pin(skill, pins)
  await chmod(join(copy, 'scripts/run.mjs'), 0o755)
  await writeFile(join(copy, 'scripts/run.mjs'), 'changed')
  await assert.rejects(
    snapshots.pinned(pins, skill.digest, 'x'),
    (error) => error instanceof Fault && error.code === 'SKILL_DEGRADED',
  )
})

test('what a dead server left half copied is removed, and nothing else', async (context) => {
  const [root, pins] = [await temporaryFolder(context), await temporaryFolder(context)]
  const skill = await readGood(await writeSkill(root, 'x'))
  await snapshots.pin(skill, pins)
  await mkdir(join(pins, '.copying-00/scripts'), { recursive: true })
  await removeUnfinished(pins)
  assert.deepEqual(await stat(join(pins, '.copying-00')).catch(() => 'gone'), 'gone')
  assert.equal((await snapshots.pinned(pins, skill.digest, 'x')).skill.id, 'x')
})

verifies('run.skill-version-is-pinned', 'a copy that nobody needs goes as a whole: it is never seen half', async (context) => {
  const [root, pins] = [await temporaryFolder(context), await temporaryFolder(context)]
  const names = Array.from({ length: 500 }, (_, n) => `lib/${n}.txt`)
  const skill = await readGood(await writeSkill(root, 'x', { files: Object.fromEntries(names.map((name) => [name, ''])) }))
  const copy = await snapshots.pin(skill, pins)
  const seen = new Set<number>()
  let isDone = false
  const removing = removeUnused(pins, [], new Date(Date.now() + 60_000)).finally(() => {
    isDone = true
  })
  while (!isDone) seen.add((await readdir(join(copy, 'lib')).catch(() => names)).length)
  await removing
  assert.deepEqual([[...seen], await readdir(pins)], [[500], []])
})

verifies(
  'registry.mistakes-are-told',
  'a misspelt member of runner.json is a problem, and one of somebody else is none',
  async (context) => {
    const runner = {
      entrypoint: undefined,
      entrypont: { type: 'script' },
      engine: ['codex'],
      author: 'Somebody',
      name: 'X',
      automation: { timeout_secs: 5, netwrok: 'off' },
      normaliser: { command: 'true' },
      artifacts: [{ role: 'a', patern: '*.md', name: 'x' }],
    }
    const told = (await problemsOf(context, { runner })).filter((problem) => problem.includes('nearest'))
    assert.deepEqual(told, [
      'assets/runner.json: entrypont is not a field of runner.json; the nearest is entrypoint.',
      'assets/runner.json: engine is not a field of runner.json; the nearest is engines.',
      'assets/runner.json: normaliser is not a field of runner.json; the nearest is normalizer.',
      'assets/runner.json: artifacts[0].patern is not a field of runner.json; the nearest is pattern.',
      'assets/runner.json: automation.timeout_secs is not a field of runner.json; the nearest is timeout_sec.',
      'assets/runner.json: automation.netwrok is not a field of runner.json; the nearest is network.',
    ])
    const foreign = {
      author: 'Somebody',
      tags: ['a'],
      runtime: { language: 'python' },
      $schema: 'x',
      x: 1,
      schema: 'beside',
      schemas: {},
    }
    assert.deepEqual(await problemsOf(context, { runner: foreign }), [])
  },
)

verifies(
  'registry.mistakes-are-told',
  'a command whose script is missing is a problem, with the nearest file',
  async (context) => {
    const runner = {
      entrypoint: { type: 'script', script: { command: 'node scripts/rn.mjs --fast' } },
      normalizer: { command: 'python3 scripts/normalize.py' },
      fallback: { command: './scripts/fallback.sh', enabled: false },
    }
    assert.deepEqual(await problemsOf(context, { runner }), [
      'assets/runner.json: entrypoint.script.command names scripts/rn.mjs, which does not exist; the nearest is scripts/run.mjs.',
      'assets/runner.json: normalizer.command names scripts/normalize.py, which does not exist.',
    ])
  },
)

verifies(
  'entry.script-variables',
  'the variables of a skill are names, and nothing else of runtime is looked at',
  async (context) => {
    const problem = 'assets/runner.json: runtime.env must be a list of names of environment variables, 100 at most.'
    for (const env of ['KEY', ['A B'], [''], [5], ['A=b'], Array.from({ length: 101 }, (_, at) => `A${at}`)])
      assert.deepEqual(await problemsOf(context, { runner: { runtime: { env } } }), [problem])
    for (const runtime of ['python', null, { language: 'python' }, { env: [] }, { env: ['A', '_b', 'A'] }])
      assert.deepEqual(await problemsOf(context, { runner: { runtime } }), [])
  },
)
