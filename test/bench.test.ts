import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Figure, median, meets, percentile } from '../bench/figures.ts'
import { jsonOf, type Machine, type Report, reportOf, tableOf } from '../bench/report.ts'
import { durability, problemsOf, type Settings } from '../bench/settings.ts'
import { verifies } from './verifies.ts'

const settings: Settings = {
  version: '1.2.3',
  sandbox: 'bubblewrap',
  sandboxReason: null,
  audit: 'full',
  auditFiles: [
    ...['events.1.jsonl', 'fcmp_events.1.jsonl', 'fs-diff.1.json', 'meta.1.json', 'parser_diagnostics.1.jsonl'],
    ...['pty-index.1.bin', 'pty-output.1.log', 'stderr.1.log', 'stdin.1.log', 'stdout.1.log'],
  ],
  dataInMemory: false,
  maxRunning: 4,
  maxQueue: 128,
}
const machine: Machine = {
  cores: 2,
  cpu: 'Some CPU',
  memory_gb: 8,
  platform: 'linux x64',
  node: 'v24.0.0',
  load_before: 0.1,
}
const quick: Figure = { id: 'a.quick', what: 'a quick thing', value: 4.567, unit: 'ms', aim: { below: 5 } }
const few: Figure = { id: 'a.few', what: 'too few things', value: 39.9, unit: '/s', aim: { atLeast: 40 } }
const lost: Figure = { id: 'b.lost', what: 'lost things', value: 0, unit: '', aim: { exactly: 0 } }
const plain: Figure = { id: 'b.plain', what: 'a thing without an aim', value: 1234.5, unit: 'MB' }
const sections: Report['sections'] = [
  { title: 'First', figures: [quick, few] },
  { title: 'Second', figures: [lost, plain] },
]

test('a percentile is a value that was measured, whatever the order they came in', () => {
  const values = [5, 1, 4, 2, 3]
  assert.deepEqual(
    [0, 20, 50, 95, 100].map((percent) => percentile(values, percent)),
    [1, 1, 3, 5, 5],
  )
  assert.equal(median([1, 2, 3, 4]), 2)
  assert.equal(median([7]), 7)
  assert.deepEqual(values, [5, 1, 4, 2, 3])
})

test('an aim is met below, from and exactly at its number, and not beside it', () => {
  assert.deepEqual([quick, few, lost, plain].map(meets), [true, false, true, null])
  assert.deepEqual(
    [
      { ...quick, value: 5 },
      { ...few, value: 40 },
      { ...lost, value: 1 },
    ].map(meets),
    [false, true, false],
  )
})

verifies('bench.settings-are-printed', 'a bench with everything on is valid, and prints its settings in both forms', () => {
  const report = reportOf(settings, machine, sections)
  assert.equal(
    tableOf(report),
    `Agent Skill Runner 1.2.3: bench

  valid           yes
  sandbox         bubblewrap
  audit           full
  durable writes  ${durability}
  limits          4 runs at a time, 128 may wait (defaults)
  machine         2 cores, Some CPU, 8 GB, linux x64, Node v24.0.0; the aims are for 2 cores
  load before     0.1

First
  a quick thing                                          4.57 ms  < 5 ms      ✓
  too few things                                         39.9 /s  ≥ 40 /s     ✗ missed

Second
  lost things                                                  0  = 0         ✓
  a thing without an aim                                 1235 MB
`,
  )
  const { version, ...shown } = settings
  assert.deepEqual(JSON.parse(jsonOf(report)), {
    valid: true,
    problems: [],
    version,
    settings: { ...shown, durable_writes: durability },
    machine,
    figures: [
      { ...quick, value: 4.57, meets: true },
      { ...few, meets: false },
      { ...lost, meets: true },
      { ...plain, value: 1235, meets: null },
    ],
  })
})

verifies('bench.settings-are-printed', 'every guard that is missing makes the bench invalid, by name', () => {
  const reason = 'bubblewrap is not installed.'
  const cases: [Partial<Settings>, string[]][] = [
    [{}, []],
    [{ sandbox: 'off', auditFiles: null }, ['The sandbox is off.']],
    [{ sandbox: 'unavailable', sandboxReason: reason, auditFiles: null }, [`The sandbox is unavailable: ${reason}`]],
    [{ audit: 'logs' }, ['SKILL_RUNNER_AUDIT is logs, not full.']],
    [{ auditFiles: settings.auditFiles?.slice(0, 8) ?? [] }, ['A run left no stdin.1.log, stdout.1.log in its audit folder.']],
    [{ dataInMemory: true }, ['The data folder is in memory, so durable writes cost nothing.']],
  ]
  for (const [change, problems] of cases) assert.deepEqual(problemsOf({ ...settings, ...change }), problems)
  const table = tableOf(reportOf({ ...settings, sandbox: 'off', auditFiles: null }, machine, []))
  assert.match(table, /^ {2}valid +INVALID\n {2}sandbox +off\n/m)
  assert.match(table, /^INVALID: figures count only with sandbox, audit and durable writes on\.$/m)
})

const bench = (args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../bench/main.ts'), '--json', ...args], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, ...env },
  })

verifies('bench.settings-are-printed', 'a real server without a sandbox is not measured', () => {
  const { status, stdout, stderr } = bench([], { SKILL_RUNNER_SANDBOX: 'off' })
  const { valid, problems, settings, figures } = JSON.parse(stdout)
  assert.deepEqual(
    { status, valid, problems: problems.length, sandbox: settings.sandbox, figures },
    { status: 1, valid: false, problems: 1, sandbox: 'off', figures: [] },
  )
  assert.match(problems[0], /^The sandbox is off/)
  assert.ok(!(stdout + stderr).includes(join(import.meta.dirname, '..')), 'no folder of this machine is named')
  assert.match(stderr, /^ {2}valid +INVALID$/m)
})

verifies('bench.settings-are-printed', 'the same server with its sandbox is', () => {
  const { status, stdout, stderr } = bench(['--quick', '--only', 'disk'])
  assert.equal(status, 0, stderr)
  const { valid, problems, settings, figures } = JSON.parse(stdout)
  assert.deepEqual(
    { valid, problems, sandbox: settings.sandbox, audit: settings.audit, durable: settings.durable_writes },
    { valid: true, problems: [], sandbox: 'bubblewrap', audit: 'full', durable: durability },
  )
  assert.deepEqual(
    figures.map(({ id }: Figure) => id),
    ['disk.fdatasync.p50', 'disk.fdatasync.p95', 'disk.make.p50'],
  )
})
