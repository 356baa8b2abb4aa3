import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { Fault } from '../../lib/fault.ts'
import type { LaunchRequest } from '../engine.ts'
import { optionsIn } from '../help.ts'
import { mergedSettings, reservedIn } from '../settings.ts'
import { keepKey } from './keep-key.ts'
import { claudeLaunch } from './launch.ts'
import { claudeSettings } from './settings.ts'

const session = '8869c0f8-9941-45f4-8100-b5c28b2614e2'
const request: LaunchRequest = {
  prompt: 'Do it.',
  model: 'claude-opus-5-5',
  script: null,
  program: { path: '/opt/engine/claude', runBy: 'itself' },
  places: { workspace: '/workspace', skill: '/skill', home: '/home/runner', node: '/usr/bin/node' },
  settings: { model: 'haiku', env: { CLAUDE_CODE_MAX_RETRIES: '2', ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000' } },
  env: { ANTHROPIC_API_KEY: 'key' },
  resume: null,
  outputSchema: null,
  needsOwnSandbox: false,
}
const launchWith = (changed: Partial<LaunchRequest>) => claudeLaunch({ ...request, ...changed })

const argv = [
  ...['/opt/engine/claude', '-p', '--output-format', 'stream-json', '--verbose'],
  ...['--permission-mode', 'bypassPermissions', '--strict-mcp-config', '--model', 'claude-opus-5-5'],
  ...['--settings', '/home/runner/.claude/skill-runner.json'],
]

verifies(
  'budget.ends-a-run',
  'claude is told what a turn may cost, unless it resumes a session that has cost something before',
  () => {
    assert.deepEqual(launchWith({ maxCostUsd: 0.1 }).argv, [...argv, '--max-budget-usd', '0.100000000'])
    assert.deepEqual(launchWith({ maxCostUsd: 1e-7 }).argv, [...argv, '--max-budget-usd', '0.000000100'])
    assert.deepEqual(launchWith({ maxCostUsd: 0.1, resume: session }).argv, [...argv, '--resume', session])
  },
)

verifies(
  ['engine.launch-is-current', 'engine.prompt-by-stdin'],
  'claude gets its settings in its home, with their variables at once, and the prompt on stdin',
  () => {
    assert.deepEqual(claudeLaunch(request), {
      argv,
      env: {
        ANTHROPIC_API_KEY: 'key',
        ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000',
        CLAUDE_CODE_MAX_RETRIES: '2',
        IS_SANDBOX: '1',
        ...keepKey,
      },
      stdin: 'Do it.',
      network: 'host',
      files: [{ name: '.claude/skill-runner.json', text: JSON.stringify(request.settings) }],
      // Those of the workspace are ours, and empty.
      shown: [
        { name: '.claude/settings.json', text: '{}' },
        { name: '.claude/settings.local.json', text: '{}' },
      ],
    })
  },
)

verifies('engine.launch-is-current', 'every flag of a launch is one of the pinned version', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../test/fixtures/help/claude.txt'), 'utf8')
  const options = optionsIn(page)
  const launches = [launchWith({ resume: session, outputSchema: { type: 'object' } }), launchWith({ maxCostUsd: 1 })]
  const used = launches.flatMap(({ argv }) => argv).filter((word) => word.startsWith('-'))
  assert.deepEqual(
    used.filter((flag) => !options.has(flag)),
    [],
  )
  assert.ok(page.includes('"bypassPermissions"'))
})

verifies('engine.native-schema', 'the output schema is an argument, since there is no file for it', () => {
  assert.deepEqual(launchWith({ outputSchema: { type: 'object' } }).argv, [...argv, '--json-schema', '{"type":"object"}'])
})

verifies('engine.resume', 'a session is gone on with by its id, and by nothing else', () => {
  assert.deepEqual(launchWith({ resume: session }).argv, [...argv, '--resume', session])
  for (const other of ['', 'latest', '--bare', `${session} x`])
    assert.throws(
      () => launchWith({ resume: other }),
      (error) => error instanceof Fault && error.code === 'SESSION_RESUME_FAILED',
    )
})

test('behind a gate its provider has the name that the gate gives it, for the CLI and in its settings', () => {
  const { env, files } = launchWith({ gate: { nameFor: (url) => url.replace('127.0.0.1', 'model.internal') } })
  assert.equal(env['ANTHROPIC_BASE_URL'], 'http://model.internal:4000')
  assert.deepEqual(JSON.parse(files[0]?.text ?? ''), {
    model: 'haiku',
    env: { CLAUDE_CODE_MAX_RETRIES: '2', ANTHROPIC_BASE_URL: 'http://model.internal:4000' },
  })
})

test('without our sandbox it is not told that it is in one, and looks for no instructions above the workspace', () => {
  const places = { ...request.places, workspace: '/data/runs/one' }
  const { env, files } = launchWith({ needsOwnSandbox: true, places })
  assert.equal(env['IS_SANDBOX'], undefined)
  const { claudeMdExcludes } = JSON.parse(files[0]?.text ?? '') as { claudeMdExcludes: string[] }
  assert.deepEqual(
    claudeMdExcludes.filter((name) => name.endsWith('/CLAUDE.md') && !name.includes('.claude')),
    ['/CLAUDE.md', '/data/CLAUDE.md', '/data/runs/CLAUDE.md'],
  )
})

verifies('engine.config-layers', 'nobody can switch on what calls home, and only the operator says where requests go', () => {
  const operator = { env: { CLAUDE_CODE_MAX_RETRIES: '5', DISABLE_AUTOUPDATER: '0', ANTHROPIC_BASE_URL: 'https://mine.example' } }
  assert.deepEqual(mergedSettings(claudeSettings, { operator, skill: {}, request: { syncClaudeAiSkills: true } }), {
    env: {
      CLAUDE_CODE_MAX_RETRIES: '5',
      ANTHROPIC_BASE_URL: 'https://mine.example',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
    disableBundledSkills: true,
    autoMemoryEnabled: false,
    syncClaudeAiPlugins: false,
    syncClaudeAiSkills: false,
  })
  assert.deepEqual(reservedIn(claudeSettings, { env: {}, apiKeyHelper: 'x', hooks: {}, permissions: { allow: [], deny: [] } }), [
    'env',
    'apiKeyHelper',
    'hooks',
    'permissions.allow',
  ])
  assert.deepEqual(reservedIn(claudeSettings, { model: 'opus', permissions: { deny: ['WebFetch'] }, outputStyle: 'x' }), [])
})
