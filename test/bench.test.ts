import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { Ending } from '../bench/ending.ts'
import { type Figure, median, meets, percentile, pooled, spreadOf } from '../bench/figures.ts'
import { startForeign } from '../bench/foreign.ts'
import { baselineOf, type Last, nextLast } from '../bench/last.ts'
import { type Options, readOptions } from '../bench/options.ts'
import { overBare } from '../bench/over-bare.ts'
import { openPlace } from '../bench/place.ts'
import { type Baseline, jsonOf, type Machine, reportOf, type Section } from '../bench/report.ts'
import { durability, problemsOf, type Settings } from '../bench/settings.ts'
import { tableOf } from '../bench/table.ts'
import { startServer } from '../scripts/server-process.ts'
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
const quick: Figure = { id: 'a.quick', what: 'a quick thing', values: [4.9, 4.567, 3.1], unit: 'ms', aim: { below: 5 } }
const few: Figure = { id: 'a.few', what: 'too few things', values: [39.9], unit: '/s', aim: { atLeast: 40 } }
const lost: Figure = { id: 'b.lost', what: 'lost things', values: [0], unit: '', aim: { exactly: 0 } }
const plain: Figure = { id: 'b.plain', what: 'a thing without an aim', values: [1234.5], unit: 'MB' }
const sections: readonly Section[] = [
  { title: 'First', figures: [quick, few], failure: null },
  { title: 'Second', figures: [lost, plain], failure: null },
]
const baseline: Baseline = {
  kind: 'last figures',
  commit: '0123456789ab',
  doubt: null,
  figures: {
    'a.quick': { value: 9.14, low: 8, high: 10.5, count: 100 },
    'b.lost': { value: 0, low: 0, high: 0, count: 1 },
  },
}
const rest = { commit: 'ba9876543210', machine, sections, baseline: null }

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
      { ...quick, values: [5] },
      { ...few, values: [40] },
      { ...lost, values: [1] },
    ].map(meets),
    [false, true, false],
  )
})

test('a spread is eight in ten of the values, and of a few values all of them', () => {
  const twenty = Array.from({ length: 20 }, (_, n) => n + 1)
  assert.deepEqual(spreadOf(twenty), { value: 10, low: 2, high: 18, count: 20 })
  assert.deepEqual(spreadOf([3, 1, 2]), { value: 2, low: 1, high: 3, count: 3 })
})

test('the values of all turns are put together by figure, and a figure without values is left out', () => {
  const unseen: Figure = { ...plain, id: 'b.unseen', values: [] }
  assert.deepEqual(pooled([[quick, few, unseen], [{ ...quick, values: [7] }], [{ ...few, values: [41] }]]), [
    { ...quick, values: [4.9, 4.567, 3.1, 7] },
    { ...few, values: [39.9, 41] },
  ])
})

test('the cost over the bare process is the difference to its median', () => {
  const turns = [
    { bareMs: 10, runMs: 50 },
    { bareMs: 8, runMs: 40 },
    { bareMs: 30, runMs: 45 },
  ]
  const about = { id: 'x', run: 'a run', bare: 'bare', aimMs: 40 }
  assert.deepEqual(overBare(turns, about), [
    { id: 'x.over', what: 'a run, over bare', values: [40, 30, 35], unit: 'ms', aim: { below: 40 } },
    { id: 'x.ratio', what: 'a run, times bare', values: [5, 4, 4.5], unit: '×' },
    { id: 'x.p50', what: 'a run', values: [50, 40, 45], unit: 'ms' },
    { id: 'x.bare', what: 'bare', values: [10, 8, 30], unit: 'ms' },
  ])
})

verifies('bench.settings-are-printed', 'a bench with everything on is valid, and prints its settings in both forms', () => {
  const report = reportOf(settings, rest)
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
  commit          ba9876543210

First                                                    median  p10–p90        aim
  a quick thing                                         4.57 ms  3.1–4.9        < 5 ms   ✓
  too few things                                        39.9 /s                 ≥ 40 /s  ✗ missed

Second                                                   median  p10–p90        aim
  lost things                                                 0                 = 0      ✓
  a thing without an aim                                1235 MB
`,
  )
  const { version, ...shown } = settings
  const none = { before: null, ratio: null }
  assert.deepEqual(JSON.parse(jsonOf(report)), {
    valid: true,
    problems: [],
    commit: 'ba9876543210',
    machine,
    version,
    settings: { ...shown, durable_writes: durability },
    failures: [],
    baseline: null,
    figures: [
      { ...described(quick), value: 4.57, low: 3.1, high: 4.9, count: 3, meets: true, ...none },
      { ...described(few), value: 39.9, low: 39.9, high: 39.9, count: 1, meets: false, ...none },
      { ...described(lost), value: 0, low: 0, high: 0, count: 1, meets: true, ...none },
      { ...described(plain), value: 1235, low: 1235, high: 1235, count: 1, meets: null, ...none },
    ],
  })
})

const described = ({ values: _, ...figure }: Figure) => figure

test('every figure stands next to the one before, with the ratio where there is one', () => {
  const failed: Section = { title: 'Third', figures: [], failure: 'The CLI is not here.' }
  const report = reportOf(settings, { ...rest, sections: [...sections, failed], baseline })
  const [, head = '', table = ''] = /^(.* {2}commit.*?)\n\n(.*)$/s.exec(tableOf(report)) ?? []
  assert.match(head, /^ {2}next to +the last figures, of commit 0123456789ab$/m)
  assert.equal(
    table,
    `First                                                    median  p10–p90        aim                    before  p10–p90        ratio
  a quick thing                                         4.57 ms  3.1–4.9        < 5 ms   ✓            9.14 ms  8–10.5         × 0.5
  too few things                                        39.9 /s                 ≥ 40 /s  ✗ missed

Second                                                   median  p10–p90        aim                    before  p10–p90        ratio
  lost things                                                 0                 = 0      ✓                  0
  a thing without an aim                                1235 MB

Third                                                    median  p10–p90        aim                    before  p10–p90        ratio
  FAILED: The CLI is not here.
`,
  )
  const json = JSON.parse(jsonOf(report))
  assert.deepEqual(json.failures, [{ title: 'Third', failure: 'The CLI is not here.' }])
  assert.deepEqual(json.baseline, { kind: 'last figures', commit: '0123456789ab', doubt: null })
  assert.deepEqual(
    json.figures.map(({ before, ratio }: { before: object; ratio: number }) => ({ before, ratio })),
    [
      { before: baseline.figures['a.quick'], ratio: 0.5 },
      { before: null, ratio: null },
      { before: baseline.figures['b.lost'], ratio: null },
      { before: null, ratio: null },
    ],
  )
})

test('figures that are saved replace those of the same name, and all of another machine', () => {
  const kept = { value: 1, low: 1, high: 1, count: 1, unit: 'ms', commit: 'aaaaaaaaaaaa' }
  const last: Last = { commit: 'aaaaaaaaaaaa', machine, figures: { 'a.quick': kept, 'c.kept': kept } }
  const saved = {
    'a.quick': { value: 4.57, low: 3.1, high: 4.9, count: 3, unit: 'ms', commit: 'ba9876543210' },
    'a.few': { value: 39.9, low: 39.9, high: 39.9, count: 1, unit: '/s', commit: 'ba9876543210' },
  }
  const report = { ...rest, sections: sections.slice(0, 1) }
  assert.deepEqual(nextLast(last, report), { commit: 'ba9876543210', machine, figures: { ...saved, 'c.kept': kept } })
  assert.deepEqual(nextLast(null, report), { commit: 'ba9876543210', machine, figures: saved })
  const other = { ...machine, cpu: 'Other CPU' }
  assert.deepEqual(nextLast({ ...last, machine: other }, report), { commit: 'ba9876543210', machine, figures: saved })
  assert.equal(baselineOf(last, { ...machine, load_before: 3 })?.doubt, null)
  assert.equal(baselineOf({ ...last, machine: other }, machine)?.doubt, 'from another machine: Other CPU, Node v24.0.0')
  assert.equal(baselineOf(null, machine), null)
})

test('options name the servers, and a server elsewhere is measured by what needs only HTTP', () => {
  const shown = ({ subject, against, turns, chosen, leftOut }: Options) => ({
    ...{ subject, against, turns, leftOut },
    chosen: chosen.map(({ title }) => title),
  })
  const read = (args: string[], env = {}) => {
    const options = readOptions(args, env)
    return options && shown(options)
  }
  const here = join(import.meta.dirname, '..')
  const disk = { leftOut: [], chosen: ['Disk'] }
  const tree = (root: string) => ({ kind: 'tree', root })
  assert.deepEqual(read(['--only', 'disk']), { subject: tree(here), against: null, turns: 1, ...disk })
  assert.deepEqual(read(['--only', 'disk', '--against', '/a']), { subject: tree(here), against: tree('/a'), turns: 3, ...disk })
  assert.deepEqual(read(['--only', 'disk', '--server', '/b', '--turns', '2']), {
    ...{ subject: tree('/b'), against: null, turns: 2 },
    ...disk,
  })
  const env = { BENCH_BASE_URL: 'http://127.0.0.1:1/', BENCH_TOKEN: 'secret', BENCH_JOB: '{"skill_id":"x"}' }
  assert.deepEqual(read(['--only', 'disk,create'], env), {
    subject: { kind: 'remote', address: 'http://127.0.0.1:1', token: 'secret', job: { skill_id: 'x' } },
    ...{ against: null, turns: 1, leftOut: ['Disk'], chosen: ['Create'] },
  })
  assert.equal(readOptions(['--help'], {}), null)
  for (const [args, given, message] of [
    [['--only', 'nothing'], {}, /no measurement "nothing"/],
    [['--turns', '0'], {}, /from 1 to 99/],
    [['--save', '--quick'], {}, /whole bench of this tree/],
    [['--save', '--server', '/b'], {}, /whole bench of this tree/],
    [['--against', '/a'], env, /measures one server/],
  ] as const) {
    assert.throws(() => readOptions(args, given), message)
  }
})

test('what is still open is ended once, the youngest first, also when one of them fails', async () => {
  const ended: string[] = []
  const ending = new Ending()
  const open = (name: string) => ending.add({ name }, async () => void ended.push(name))
  const first = open('first')
  open('second')
  ending.add({}, () => Promise.reject(new Error('does not end')))
  const third = open('third')
  await third[Symbol.asyncDispose]()
  await ending.endAll()
  await first[Symbol.asyncDispose]()
  assert.deepEqual(ended, ['third', 'second', 'first'])
})

const cache = join(import.meta.dirname, '../.cache')

test('foreign processes are there until they are ended, and then all are gone', async () => {
  const place = openPlace(cache)
  try {
    const crowd = await startForeign(place, 200)
    assert.deepEqual({ counted: crowd.count, seen: sleepersOf(process.pid) }, { counted: 200, seen: 200 })
    await place.end()
    assert.equal(sleepersOf(process.pid), 0)
  } finally {
    await place.end()
  }
})

/** How many processes sleep below the shells that this one started. */
function sleepersOf(pid: number): number {
  const children = (parent: number) =>
    readFileSync(`/proc/${parent}/task/${parent}/children`, 'latin1').split(' ').filter(Boolean).map(Number)
  return children(pid).flatMap(children).length
}

test('a bench that is interrupted leaves no folder behind', async () => {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'interrupted-'))
  try {
    const args = ['--only', 'throughput', '--folder', folder]
    const bench = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = once(bench, 'exit')
    for await (const line of createInterface({ input: bench.stderr }))
      if (line.startsWith('Runs per second')) bench.kill('SIGINT')
    assert.deepEqual(await ended, [1, null])
    assert.deepEqual(readdirSync(folder), [])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
  const table = tableOf(reportOf({ ...settings, sandbox: 'off', auditFiles: null }, { ...rest, sections: [] }))
  assert.match(table, /^ {2}valid +INVALID\n {2}sandbox +off\n/m)
  assert.match(table, /^INVALID: figures count only with sandbox, audit and durable writes on\.$/m)
})

const main = join(import.meta.dirname, '../bench/main.ts')

const bench = (args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [main, '--json', ...args], {
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

test('a server that runs already is measured over HTTP alone, with its token', async () => {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'elsewhere-'))
  const token = 'a-token-that-the-bench-must-send'
  const server = join(import.meta.dirname, '../packages/server/src/main.ts')
  const env = { PATH: process.env['PATH'], PORT: '0', SKILL_RUNNER_TOKEN: token, SKILL_RUNNER_DATA_DIR: join(folder, 'data') }
  try {
    await using running = await startServer([process.execPath, server, 'serve'], { cwd: folder, env })
    const measure = (given: string) =>
      bench(['--quick', '--only', 'disk,create'], { BENCH_BASE_URL: running.address, BENCH_TOKEN: given })
    const { status, stdout, stderr } = measure(token)
    const { settings, failures, figures } = JSON.parse(stdout)
    assert.deepEqual(
      { status, settings, failures, figures: figures.map(({ id }: Figure) => id) },
      { status: 0, settings: null, failures: [], figures: ['create.p50', 'create.p95'] },
    )
    assert.match(stderr, /^Left out, since they need more than HTTP: Disk\.$/m)
    const refused = measure('another')
    assert.equal(refused.status, 1)
    assert.match(JSON.parse(refused.stdout).failures[0].failure, /HTTP 401/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
