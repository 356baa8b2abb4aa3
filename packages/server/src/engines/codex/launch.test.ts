import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { parse } from 'smol-toml'
import { verifies } from '../../../../../test/verifies.ts'
import { Fault } from '../../lib/fault.ts'
import type { EngineLaunch, LaunchRequest } from '../engine.ts'
import { optionsIn } from '../help.ts'
import { mergedSettings } from '../settings.ts'
import { codexLaunch, codexWarmUp } from './launch.ts'
import { codexSettings } from './settings.ts'

const thread = '01a1dd0b-0000-7000-8000-00000000abcd'

const request: LaunchRequest = {
  prompt: 'Do it.',
  model: 'gpt-5.5@high',
  script: null,
  program: { path: '/opt/engine/bin/codex', runBy: 'itself' },
  places: { workspace: '/workspace', skill: '/skill', home: '/home/runner', node: '/usr/bin/node' },
  settings: { web_search: 'disabled', model: 'other', model_reasoning_effort: 'low' },
  env: { CODEX_API_KEY: 'key' },
  resume: null,
  outputSchema: null,
  needsOwnSandbox: false,
}
const launchWith = (changed: Partial<LaunchRequest>) => codexLaunch({ ...request, ...changed })

const textOf = ({ files }: Pick<EngineLaunch, 'files'>, name: string): string => {
  const file = files.find((one) => one.name === name)
  assert.ok(file, name)
  return file.text
}
const read = (toml: string): unknown => JSON.parse(JSON.stringify(parse(toml)))
/** What is in the profile, as Codex would read it. */
const profileOf = (launch: Pick<EngineLaunch, 'files'>): unknown => read(textOf(launch, '.codex/skill-runner.config.toml'))

const usualFlags = ['exec', '--json', '--skip-git-repo-check', '--strict-config', '-p', 'skill-runner']
const start = ['/opt/engine/bin/codex', ...usualFlags, '--dangerously-bypass-approvals-and-sandbox']

verifies(
  ['engine.launch-is-current', 'engine.prompt-by-stdin'],
  'codex is told everything by a profile, and the prompt on stdin',
  () => {
    const launch = codexLaunch(request)
    const { files, ...rest } = launch
    assert.deepEqual(rest, {
      argv: [...start, '-'],
      env: { CODEX_API_KEY: 'key', CODEX_HOME: '/home/runner/.codex' },
      stdin: 'Do it.',
      network: 'host',
      shown: [{ name: '.codex/config.toml', text: '' }],
    })
    assert.deepEqual(files.map(({ name }) => name).toSorted(), ['.codex/config.toml', '.codex/skill-runner.config.toml'])
    assert.deepEqual(read(textOf(launch, '.codex/config.toml')), { projects: { '/workspace': { trust_level: 'trusted' } } })
    assert.deepEqual(profileOf(launch), { web_search: 'disabled', model: 'gpt-5.5', model_reasoning_effort: 'high' })
  },
)

verifies(
  'engine.launch-is-current',
  'every flag of a launch is in the help of the pinned version, before and behind resume',
  () => {
    const page = (name: string) => readFileSync(join(import.meta.dirname, '../../../test/fixtures/help', name), 'utf8')
    const [exec, resume] = [page('codex-exec.txt'), page('codex-exec-resume.txt')]
    const launches = [true, false].flatMap((needsOwnSandbox) => [
      launchWith({ needsOwnSandbox, outputSchema: {}, resume: thread }),
      launchWith({ needsOwnSandbox }),
      codexWarmUp({ ...request, needsOwnSandbox }),
    ])
    const known = optionsIn(exec)
    for (const { argv } of launches)
      assert.deepEqual(
        argv.filter((word) => /^--?\w/.test(word) && !known.has(word)),
        [],
      )
    assert.match(exec, /^ {2}resume /m)
    assert.match(resume, /Usage: codex exec resume \[OPTIONS\] \[SESSION_ID\] \[PROMPT\]/)
    assert.match(exec, /possible values: read-only, workspace-write, /)
  },
)

verifies('engine.prompt-by-stdin', 'whatever the prompt is, it is all of stdin and changes no argument', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('-', '--json', '-c model=x', '\0', 'x'.repeat(300_000))), (prompt) => {
      const launch = launchWith({ prompt })
      assert.equal(launch.stdin, prompt)
      assert.deepEqual({ ...launch, stdin: '' }, { ...codexLaunch(request), stdin: '' })
    }),
  )
})

test('a session is gone on with behind all flags', () => {
  assert.deepEqual(launchWith({ resume: thread }).argv, [...start, 'resume', thread, '-'])
  assert.deepEqual(launchWith({ resume: thread, outputSchema: {} }).argv, [
    ...start,
    ...['--output-schema', '/home/runner/output-schema.json', 'resume', thread, '-'],
  ])
})

test('a session handle that is no UUID is refused: it could be a flag, or mean another session', () => {
  const odd = [
    '',
    '-',
    '--last',
    '-c',
    'latest',
    '1',
    'my thread',
    `${thread} `,
    `${thread}\n`,
    `-${thread}`,
    `${thread}; ls`,
    '../x',
  ]
  for (const resume of odd)
    assert.throws(
      () => launchWith({ resume }),
      (error) => error instanceof Fault && error.code === 'SESSION_RESUME_FAILED',
      JSON.stringify(resume),
    )
  assert.deepEqual(launchWith({ resume: thread.toUpperCase() }).argv.at(-2), thread.toUpperCase())
})

test('the schema is put into the home and named', () => {
  const outputSchema = { type: 'object', properties: { ok: { type: 'boolean' } } }
  const launch = launchWith({ outputSchema })
  assert.deepEqual(launch.argv, [...start, '--output-schema', '/home/runner/output-schema.json', '-'])
  assert.deepEqual(JSON.parse(textOf(launch, 'output-schema.json')), outputSchema)
})

test('where ours is not in force, codex has to use its own sandbox, and finds the folders that it protects', () => {
  const { argv, shown } = launchWith({ needsOwnSandbox: true })
  assert.deepEqual(argv, ['/opt/engine/bin/codex', ...usualFlags, '-s', 'workspace-write', '-'])
  assert.deepEqual(
    shown,
    ['.codex/config.toml', '.git/empty', '.aws/empty'].map((name) => ({ name, text: '' })),
  )
})

test('a model is a name, and an effort where it has one; the settings fill in what it does not say', () => {
  const chosen = (model: string) => profileOf(launchWith({ model }))
  const settings = { web_search: 'disabled' }
  assert.deepEqual(chosen('gpt-6-sol@ultra'), { ...settings, model: 'gpt-6-sol', model_reasoning_effort: 'ultra' })
  assert.deepEqual(chosen('gpt-6-sol'), { ...settings, model: 'gpt-6-sol', model_reasoning_effort: 'low' })
  assert.deepEqual(chosen('@cf/meta/llama-4'), { ...settings, model: '@cf/meta/llama-4', model_reasoning_effort: 'low' })
  assert.deepEqual(chosen(''), { ...settings, model: 'other', model_reasoning_effort: 'low' })
})

test('the key that people know is taken for the one that codex reads', () => {
  const home = { CODEX_HOME: '/home/runner/.codex' }
  const envWith = (env: Record<string, string>) => launchWith({ env }).env
  assert.deepEqual(envWith({ OPENAI_API_KEY: 'b' }), { OPENAI_API_KEY: 'b', CODEX_API_KEY: 'b', ...home })
  assert.deepEqual(envWith({ OPENAI_API_KEY: 'b', CODEX_API_KEY: 'a' }), { OPENAI_API_KEY: 'b', CODEX_API_KEY: 'a', ...home })
  assert.deepEqual(envWith({ MINE: 'c', CODEX_HOME: '/elsewhere' }), { MINE: 'c', ...home })
})

test('own providers give up in bounded time, unless the operator says how long', () => {
  const bounded = { request_max_retries: 2, stream_max_retries: 2, stream_idle_timeout_ms: 300_000 }
  const mine = { name: 'mine', base_url: 'https://example.com/v1' }
  const providers = (model_providers: unknown) => {
    const { model_providers: written } = profileOf(launchWith({ settings: { model_providers } })) as Record<string, unknown>
    return written
  }
  assert.deepEqual(providers({ mine, other: mine }), { mine: { ...mine, ...bounded }, other: { ...mine, ...bounded } })
  assert.deepEqual(providers({ mine: { ...mine, request_max_retries: 9, stream_idle_timeout_ms: 5 } }), {
    mine: { ...mine, ...bounded, request_max_retries: 9, stream_idle_timeout_ms: 5 },
  })
  assert.deepEqual(providers({ mine: 'not a table' }), { mine: 'not a table' })
  assert.equal(providers('not a table'), 'not a table')
})

test('the profile holds what all layers make together', () => {
  const operator = { model_provider: 'mine', model_providers: { mine: { name: 'mine' } } }
  const settings = mergedSettings(codexSettings, { operator, skill: { developer_instructions: 'Be brief.' }, request: {} })
  assert.deepEqual(profileOf(launchWith({ settings })), {
    web_search: 'disabled',
    skills: { bundled: { enabled: false } },
    check_for_update_on_startup: false,
    analytics: { enabled: false },
    features: { plugins: false, apps: false, unbounded_connection_retries: false },
    project_root_markers: [],
    developer_instructions: 'Be brief.',
    model: 'gpt-5.5',
    model_reasoning_effort: 'high',
    model_provider: 'mine',
    model_providers: {
      mine: { name: 'mine', request_max_retries: 2, stream_max_retries: 2, stream_idle_timeout_ms: 300_000 },
    },
  })
})

test('settings with odd names and texts are read by codex as they were meant', () => {
  const settings = JSON.parse('{"a.b":1,"":2,"__proto__":{"x":"\\"\\n]"},"list":[{"a":[]},{}],"none":null}') as Record<
    string,
    unknown
  >
  assert.equal(
    JSON.stringify(profileOf(launchWith({ settings, model: '' }))),
    '{"a.b":1,"":2,"__proto__":{"x":"\\"\\n]"},"list":[{"a":[]},{}]}',
  )
})

test('settings that TOML cannot say are refused', () => {
  assert.throws(
    () => launchWith({ settings: { list: [1, null] } }),
    (error) => error instanceof Fault && error.code === 'ENGINE_CONFIG_INVALID',
  )
})

test('a home is made ready by a turn that nobody can hear, with no provider but that', () => {
  const operator = { model_provider: 'mine', model_providers: { mine: { name: 'mine', env_key: 'KEY' } } }
  const warmUp = codexWarmUp({ ...request, settings: { ...operator, web_search: 'disabled' }, env: {} })
  assert.deepEqual(
    { ...warmUp, files: [] },
    {
      argv: [...start, '--ephemeral', '-'],
      env: { CODEX_HOME: '/home/runner/.codex' },
      stdin: 'Nobody hears this.',
      files: [],
      shown: [],
    },
  )
  assert.deepEqual(profileOf(warmUp), {
    web_search: 'disabled',
    model_provider: 'nobody',
    model_providers: {
      nobody: {
        ...{ name: 'nobody', base_url: 'http://127.0.0.1:9/v1', wire_api: 'responses' },
        ...{ request_max_retries: 0, stream_max_retries: 0 },
      },
    },
  })
})

test('behind a gate its provider has the name that the gate knows it by', () => {
  const settings = { model_provider: 'mine', model_providers: { mine: { name: 'mine', base_url: 'http://127.0.0.1:8080/v1' } } }
  const gate = { nameFor: (url: string) => url.replace('127.0.0.1', 'host.internal') }
  const { model_providers: providers } = profileOf(launchWith({ settings, gate })) as { model_providers: Record<string, object> }
  assert.deepEqual(providers['mine'], {
    ...{ name: 'mine', base_url: 'http://host.internal:8080/v1' },
    ...{ request_max_retries: 2, stream_max_retries: 2, stream_idle_timeout_ms: 300_000 },
  })
})

test('the same request gives the same launch, and is left as it was', () => {
  const whole = {
    ...request,
    resume: thread,
    outputSchema: { type: 'object' },
    settings: { model_providers: { mine: { name: 'm' } } },
  }
  const copy = structuredClone(whole)
  assert.deepEqual(codexLaunch(copy), codexLaunch(whole))
  assert.deepEqual(copy, whole)
})
