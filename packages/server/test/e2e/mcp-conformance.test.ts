import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { capture } from '../../src/process/capture.ts'
import { startApp } from '../support/app.ts'
import { tool } from '../support/exec.ts'
import { temporaryFolder } from '../support/folder.ts'

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

/** The scenarios that any server has to pass. The others ask for tools, prompts and resources which only a server made for the suite has. */
const passed = {
  '2026-07-28': [
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-unsupported-methods',
    'prompts-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'tools-list',
  ],
  '2025-11-25': ['dns-rebinding-protection', 'ping', 'prompts-list', 'resources-list', 'server-initialize', 'tools-list'],
} as const

/**
 * Without a failure, and no proof of anything: these warn about a tool that only a server made for the suite has, ask for a session where
 * ours keeps none, or check nothing in this version of the suite.
 */
const vacuous = {
  '2026-07-28': [
    'input-required-result-ignore-extra-params',
    'input-required-result-missing-input-response',
    // That the tool is not there is a success for it.
    'input-required-result-validate-input',
    'tasks-status-notifications',
  ],
  '2025-11-25': ['server-session-lifecycle', 'server-sse-multiple-streams', 'server-sse-polling'],
} as const

/** What a server without those is blamed for. */
const needsFixture = [
  /There is no such MCP tool/,
  /There is no skill with this name/,
  /Resource not found: test:\/\//,
  /Tool 'json_schema_2020_12_tool' not found/,
  /^Not testable: (server exposes no tool with x-mcp-header|server does not list the diagnostic tool|no task was created)/,
  /^Prerequisite failed: could not get initial InputRequiredResult/,
  /^Expected InputRequiredResult with inputRequests and requestState$/,
  /^routing-task fixture from Check 2 unavailable/,
  /^tools\/call for failing_job returned error code -32602/,
]

/** About what the server does not say it can: a client that asks all the same is told that there is no such method. */
const notOffered = [
  'completion-complete',
  'logging-set-level',
  'resources-subscribe',
  'resources-unsubscribe',
  'tools-call-with-logging',
]

interface Check {
  readonly status: string
  readonly errorMessage?: string
}

for (const revision of ['2026-07-28', '2025-11-25'] as const)
  verifies('mcp.conformance', `the official suite passes by the requirements of ${revision}`, async (context) => {
    await using app = await startApp({ skills: [tool] })
    const folder = await temporaryFolder(context)
    const { stdout, stderr } = await capture(
      [process.execPath, suite, 'server', '--url', `${app.app.url}/mcp`, '--requirements', revision, '-o', folder],
      { cwd: folder, timeoutMs: 600_000, env: { PATH: '/usr/bin:/bin', HOME: folder } },
    )
    const scenarios = readdirSync(folder).map((name) => {
      const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[]
      const failures = checks.filter(({ status }) => status === 'FAILURE').map(({ errorMessage = '' }) => errorMessage)
      return {
        name: /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? assert.fail(name),
        failures,
        isProven: failures.length === 0 && checks.some(({ status }) => status === 'SUCCESS'),
      }
    })
    const said = `${stdout}\n${stderr}`
    const nothing: readonly string[] = vacuous[revision]
    const proven = scenarios.filter(({ name, isProven }) => isProven && !nothing.includes(name)).map(({ name }) => name)
    assert.deepEqual(proven.sort(), passed[revision], said)
    const silent = scenarios
      .filter(({ name, failures }) => failures.length === 0 && !proven.includes(name))
      .map(({ name }) => name)
    assert.deepEqual(silent.sort(), nothing, said)
    const isExplained = (name: string, text: string) =>
      needsFixture.some((known) => known.test(text)) || (notOffered.includes(name) && /Method not found$/.test(text))
    const wrong = scenarios.flatMap(({ name, failures }) =>
      failures.filter((text) => !isExplained(name, text)).map((text) => `${name}: ${text}`),
    )
    assert.deepEqual(wrong, [])
  })
