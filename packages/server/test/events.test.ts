import assert from 'node:assert/strict'
import { appendFile, readFile, stat } from 'node:fs/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import { Fenced } from '../src/events/log-deps.ts'
import { dataOf, openLogBench, printer } from './support/log.ts'
import { until } from './support/until.ts'

const seqs = (lines: string[]): number[] => lines.map((line) => JSON.parse(line).seq)
const upTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1)
const text = (chunks: Buffer[]): string => Buffer.concat(chunks).toString()

verifies(
  ['events.numbers-are-contiguous', 'events.one-terminal-event'],
  'a run is told in numbered events that end with the terminal one',
  async () => {
    await using bench = await openLogBench()
    await bench.admit('run_1')
    const run = await bench.begin('run_1')
    const print = printer()
    await bench.log.append(run, 'job_run_1', print('one\n', 'two\n'))
    await bench.finish(run)
    const rasp = (await bench.lines('run_1', 'rasp')).map((line) => JSON.parse(line))
    const fcmp = (await bench.lines('run_1', 'fcmp')).map((line) => JSON.parse(line))
    assert.deepEqual(
      rasp.map(({ seq, event, data, raw_ref }) => [seq, event.type, data, raw_ref && [raw_ref.byte_from, raw_ref.byte_to]]),
      [
        [1, 'lifecycle.run.state_changed', { from: 'queued', to: 'running', trigger: 'turn.started' }, null],
        [2, 'raw.stdout', { text: 'one\ntwo\n' }, [0, 8]],
        [3, 'lifecycle.run.state_changed', { from: 'running', to: 'succeeded', trigger: 'turn.succeeded' }, null],
        [4, 'lifecycle.run.terminal', { status: 'succeeded', error: null }, null],
      ],
    )
    assert.deepEqual(
      fcmp.map(({ seq, type, meta }) => [seq, type, meta.local_seq, meta.rasp_seq]),
      [
        [1, 'conversation.state.changed', 1, [1]],
        [2, 'raw.stdout', 2, [2]],
        [3, 'conversation.state.changed', 3, [3]],
        [4, 'conversation.completed', 4, [4]],
      ],
    )
    assert.equal(bench.log.size, 0)
  },
)

verifies(
  'events.state-and-event-are-one',
  'a state change that loses the race leaves no event, and its bytes are cut',
  async () => {
    await using bench = await openLogBench()
    await bench.admit('run_1')
    const run = await bench.begin('run_1')
    await bench.finish(run)
    const before = await readFile(bench.files('run_1', 1, 'fcmp'), 'utf8')
    assert.equal(await bench.finish(run), null)
    assert.equal(await readFile(bench.files('run_1', 1, 'fcmp'), 'utf8'), before)
    assert.deepEqual(seqs(await bench.lines('run_1', 'fcmp')), [1, 2, 3])
  },
)

verifies(
  'events.state-and-event-are-one',
  'a commit that fails shows nobody its events, and the next one writes over them',
  async () => {
    let broken = false
    await using bench = await openLogBench({
      wrapLedger: (ledger) => ({
        ...ledger,
        move: (move) => (broken ? Promise.reject(new Error('disk full')) : ledger.move(move)),
      }),
    })
    await bench.admit('run_1')
    const run = await bench.begin('run_1')
    broken = true
    await assert.rejects(bench.finish(run), /disk full/)
    assert.deepEqual(seqs(await bench.lines('run_1', 'fcmp')), [1])
    assert.notEqual((await readFile(bench.files('run_1', 1, 'fcmp'), 'utf8')).trimEnd().split('\n').length, 1)
    broken = false
    assert.equal((await bench.finish(run))?.state, 'succeeded')
    assert.deepEqual(seqs(await bench.lines('run_1', 'fcmp')), [1, 2, 3])
    assert.equal((await readFile(bench.files('run_1', 1, 'fcmp'), 'utf8')).trimEnd().split('\n').length, 3)
  },
)

verifies(
  'events.commit-point-hides-the-tail',
  'half an event behind the commit point is never read, and is cut by the next append',
  async () => {
    await using bench = await openLogBench()
    await bench.admit('run_1')
    const run = await bench.begin('run_1')
    await bench.log.append(run, 'job', printer()('seen\n'))
    await bench.log.move({ run: 'run_1', job: null, trigger: 'turn.needs_input', drafts: () => [] })
    const file = bench.files('run_1', 1, 'fcmp')
    const { size } = await stat(file)
    await appendFile(file, '{"protocol_version":"fcmp/1.0","run_id":"run_1","seq":3,"ts":"2026-0')
    assert.deepEqual(seqs(await bench.lines('run_1', 'fcmp')), [1, 2])

    // Without the commit point the half event is read as if it had happened.
    const all = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
    assert.throws(() => all.map((line) => JSON.parse(line)), SyntaxError)

    await bench.log.move({ run: 'run_1', job: null, trigger: 'interaction.reply.accepted', drafts: () => [] })
    assert.equal((await stat(file)).size, size)
  },
)

verifies('store.attempts-are-fenced', 'an attempt that was overtaken cannot append, and its bytes do not stay', async () => {
  await using bench = await openLogBench({ batchBytes: 1 })
  await bench.admit('run_1')
  const run = await bench.begin('run_1')
  const print = printer()
  await bench.log.append(run, 'job', print('mine\n'))
  await bench.log.move({ run: 'run_1', job: null, trigger: 'restart.reconcile_failed', drafts: () => [] })
  const { size } = await stat(bench.files('run_1', 1, 'rasp'))
  await assert.rejects(bench.log.append(run, 'job', print('late\n')), Fenced)
  assert.equal((await stat(bench.files('run_1', 1, 'rasp'))).size, size)
})

verifies(
  'store.attempts-are-fenced',
  'without the fence the overtaken attempt writes into the history of a run that has ended',
  async () => {
    await using bench = await openLogBench({ batchBytes: 1, wrapLedger: (ledger) => ({ ...ledger, advance: async () => true }) })
    await bench.admit('run_1')
    const run = await bench.begin('run_1')
    await bench.log.move({ run: 'run_1', job: null, trigger: 'restart.reconcile_failed', drafts: () => [] })
    const { size } = await stat(bench.files('run_1', 1, 'rasp'))
    await bench.log.append(run, 'job', printer()('late\n'))
    assert.ok((await stat(bench.files('run_1', 1, 'rasp'))).size > size)
  },
)

verifies(
  ['events.live-equals-history', 'events.resume-without-loss'],
  'readers that come early, late and again get every event once, the same bytes as history',
  async () => {
    await using bench = await openLogBench({ batchMs: 1 })
    await bench.admit('run_1')
    const never = new AbortController().signal
    const early = Array.fromAsync(bench.log.follow('run_1', 0, never))
    const run = await bench.begin('run_1')
    const print = printer()
    const stopped = new AbortController()
    const first: Buffer[] = []
    const broken = (async () => {
      for await (const chunk of bench.log.follow('run_1', 0, stopped.signal)) {
        first.push(chunk)
        if (seqs(dataOf(text(first))).length > 5) stopped.abort()
      }
    })()
    for (let n = 0; n < 60; n++) {
      await bench.log.append(run, 'job', [
        ...print(`line ${n} 你好\n`),
        { type: 'diagnostic.warning', data: { code: 'X', message: `${n}`, severity: 'info' } },
      ])
      if (n % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await broken
    const seen = dataOf(text(first))
    const rest = Array.fromAsync(bench.log.follow('run_1', seqs(seen).at(-1) ?? 0, never))
    await bench.finish(run)
    const history = await bench.lines('run_1', 'fcmp')
    assert.deepEqual(seqs(history), upTo(history.length))
    assert.deepEqual(dataOf(text(await early)), history)
    assert.deepEqual([...seen, ...dataOf(text(await rest))], history)
    assert.deepEqual(dataOf(text(await Array.fromAsync(bench.log.follow('run_1', 0, never)))), history)
    assert.deepEqual(await Array.fromAsync(bench.log.follow('run_1', history.length, never)), [])
  },
)

verifies(
  'events.slow-readers-block-nobody',
  'a reader that stopped reading holds nothing back and catches up from the log',
  async () => {
    await using bench = await openLogBench()
    await bench.admit('run_1')
    const run = await bench.begin('run_1')
    const slow = bench.log.follow('run_1', 0, new AbortController().signal)
    const first = await slow.next()
    const print = printer()
    const line = `${'x'.repeat(3000)}\n`
    // 6 MB: six times what the ring of newest events holds.
    for (let n = 0; n < 2000; n++) {
      await bench.log.append(run, 'job', [
        ...print(line),
        { type: 'diagnostic.warning', data: { code: 'X', message: `${n}`, severity: 'info' } },
      ])
    }
    await bench.finish(run)
    const chunks = [first.value as Buffer, ...(await Array.fromAsync(slow))]
    assert.deepEqual(dataOf(text(chunks)), await bench.lines('run_1', 'fcmp'))
  },
)

verifies('events.ranges-by-seq-and-time', 'any range by number or time is what a scan of the whole log would give', async () => {
  await using bench = await openLogBench({ batchBytes: 2000 })
  await bench.admit('run_1')
  const run = await bench.begin('run_1')
  const print = printer()
  for (let n = 0; n < 120; n++) {
    await bench.log.append(run, 'job', [
      ...print(`${'长'.repeat(n * 7)}\n`),
      { type: 'diagnostic.warning', data: { code: 'X', message: `${n}`, severity: 'info' } },
    ])
  }
  await bench.finish(run)
  const all = (await bench.lines('run_1', 'rasp')).map((line) => ({ line, ...JSON.parse(line) }))
  assert.ok(all.length > 200)
  const times = all.map(({ ts }) => ts)
  assert.deepEqual(times, [...times].sort())
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 260 }), fc.integer({ min: 1, max: 260 }), async (from, to) => {
      const expected = all.filter(({ seq }) => seq >= from && seq <= to).map(({ line }) => line)
      assert.deepEqual(await bench.lines('run_1', 'rasp', { fromSeq: from, toSeq: to }), expected)
    }),
    { numRuns: 60 },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...times), fc.constantFrom(...times), async (from, to) => {
      const expected = all.filter(({ ts }) => ts >= from && ts <= to).map(({ line }) => line)
      assert.deepEqual(await bench.lines('run_1', 'rasp', { fromTs: from, toTs: to }), expected)
    }),
    { numRuns: 60 },
  )
})

test('times never run backwards within a run, whatever the clock does', async () => {
  const hours = [12, 11, 10, 9]
  const clock = { now: () => new Date(Date.UTC(2026, 0, 1, hours.shift() ?? 8)) }
  await using bench = await openLogBench({ clock, batchBytes: 1 })
  await bench.admit('run_1')
  const run = await bench.begin('run_1')
  await bench.log.append(run, 'job', printer()('a\n'))
  await bench.finish(run)
  assert.deepEqual(
    [...new Set((await bench.lines('run_1', 'rasp')).map((line) => JSON.parse(line).ts))],
    ['2026-01-01T12:00:00.000Z'],
  )
})

verifies(
  'events.every-byte-is-accounted-for',
  'events whose commit failed once are written with the next one: nothing is lost for a full disk',
  async () => {
    let failures = 1
    await using bench = await openLogBench({
      batchMs: 1,
      wrapLedger: (ledger) => ({
        ...ledger,
        advance: (...args) => (failures-- > 0 ? Promise.reject(new Error('disk full')) : ledger.advance(...args)),
      }),
    })
    await bench.admit('run_1')
    const run = await bench.begin('run_1')
    const print = printer()
    await bench.log.append(run, 'job', print('first\n'))
    await until('the commit has failed', () => failures < 1)
    await bench.finish(run)
    const texts = (await bench.lines('run_1', 'rasp')).map((line) => JSON.parse(line).data.text).filter(Boolean)
    assert.deepEqual(texts, ['first\n'])
  },
)

test('what comes while a slow disk is written to is written next, whether or not more follows', async () => {
  let isFirst = true
  await using bench = await openLogBench({
    batchMs: 1,
    wrapLedger: (ledger) => ({
      ...ledger,
      advance: async (...args) => {
        if (isFirst) {
          isFirst = false
          await bench.log.append(run, 'job', print('second\n'))
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        return ledger.advance(...args)
      },
    }),
  })
  await bench.admit('run_1')
  const run = await bench.begin('run_1')
  const print = printer()
  await bench.log.append(run, 'job', print('first\n'))
  await until('both lines are there', async () => (await bench.lines('run_1', 'fcmp')).length === 3)
})
