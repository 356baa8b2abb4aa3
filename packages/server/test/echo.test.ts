import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { EventLog } from '../src/events/log.ts'
import type { RaspDraft } from '../src/events/rasp.ts'
import { systemClock } from '../src/lib/clock.ts'
import { noteDiagnostic } from './support/diagnostics.ts'
import { openLogBench, printer } from './support/log.ts'
import { until } from './support/until.ts'

const parrot = () => ({ parser: 'parrot_text', confidence: 0.9, echoes: true })
const says = (text: string): RaspDraft => ({ type: 'agent.message.final', data: { message_id: 'm_1_1', text } })

type Bench = Awaited<ReturnType<typeof openLogBench>>

/** Type, text or count, numbers of RASP and place in the file, of every FCMP event. */
async function shown(bench: Bench) {
  const events = (await bench.lines('run_1', 'fcmp')).map((line) => JSON.parse(line))
  return events.map(({ seq, type, data, meta }) => [seq, type, data.text ?? data.count ?? null, meta.rasp_seq, meta.local_seq])
}

const typesOf = async (bench: Bench) =>
  (await bench.lines('run_1', 'rasp')).map((line) => {
    const { seq, event, data } = JSON.parse(line)
    return [seq, event.type, data.text ?? null]
  })

/** The same files and the same rows under a log that knows nothing: what a server finds when it starts again. */
const afterCrash = (bench: Bench) =>
  new EventLog({ ledger: bench.store.runs, files: bench.files, clock: systemClock, profileOf: parrot })

verifies('echo.repeats-are-folded', 'a front end does not see the lines that a message repeats; RASP has them all', async () => {
  await using bench = await openLogBench({ batchBytes: 1, profileOf: parrot })
  await bench.admit('run_1')
  const run = await bench.begin('run_1')
  const print = printer()
  await bench.log.append(run, 'job', print('working\n', 'one\n', 'two\n'))
  await bench.log.append(run, 'job', print('three\n', 'done\n'))
  assert.deepEqual(await shown(bench), [[1, 'conversation.state.changed', null, [1], 1]])
  await bench.log.append(run, 'job', [says('one\ntwo\nthree')])
  await bench.finish(run)
  assert.deepEqual(await typesOf(bench), [
    [1, 'lifecycle.run.state_changed', null],
    [2, 'raw.stdout', 'working\none\ntwo\n'],
    [3, 'raw.stdout', 'three\ndone\n'],
    [4, 'agent.message.final', 'one\ntwo\nthree'],
    [5, 'lifecycle.run.state_changed', null],
    [6, 'lifecycle.run.terminal', null],
  ])
  assert.deepEqual(await shown(bench), [
    [1, 'conversation.state.changed', null, [1], 1],
    [2, 'raw.stdout', 'working\n', [2], 2],
    [3, 'diagnostic.warning', 3, [2, 3], 3],
    [4, 'raw.stdout', 'done\n', [3], 4],
    [5, 'assistant.message.final', 'one\ntwo\nthree', [4], 5],
    [6, 'conversation.state.changed', null, [5], 6],
    [7, 'conversation.completed', null, [6], 7],
  ])
  // No engine of this version echoes, so no server tells of it.
  for (const line of await bench.lines('run_1', 'fcmp')) noteDiagnostic(line, 'the log')
})

verifies(
  'echo.repeats-are-folded',
  'what was held back when the server died comes out when it starts again, before the end of the run',
  async () => {
    await using bench = await openLogBench({ batchBytes: 1, profileOf: parrot })
    await bench.admit('run_1')
    const run = await bench.begin('run_1')
    const print = printer()
    await bench.log.append(run, 'job', [says('a\nb\nc')])
    await bench.log.append(run, 'job', print('a\n', 'b\n'))
    await bench.log.append(run, 'job', print('c\n', 'more\n'))
    assert.equal((await shown(bench)).length, 2)
    await bench.log.close()

    const log = afterCrash(bench)
    await log.move({ run: 'run_1', job: null, trigger: 'restart.reconcile_failed', drafts: () => [] })
    assert.deepEqual(await shown(bench), [
      [1, 'conversation.state.changed', null, [1], 1],
      [2, 'assistant.message.final', 'a\nb\nc', [2], 2],
      [3, 'diagnostic.warning', 3, [3, 4], 3],
      [4, 'raw.stdout', 'more\n', [4], 4],
    ])
    assert.equal(log.size, 0)
  },
)

verifies('echo.repeats-are-folded', 'a commit that failed takes nothing out of what is held back', async () => {
  let isBroken = false
  await using bench = await openLogBench({
    batchBytes: 1,
    profileOf: parrot,
    wrapLedger: (ledger) => ({
      ...ledger,
      advance: (...args) => (isBroken ? Promise.reject(new Error('disk full')) : ledger.advance(...args)),
    }),
  })
  await bench.admit('run_1')
  const run = await bench.begin('run_1')
  const print = printer()
  await bench.log.append(run, 'job', print('before\n', 'a\n', 'b\n', 'c\n'))
  isBroken = true
  await assert.rejects(bench.log.append(run, 'job', [says('a\nb\nc')]), /disk full/)
  assert.equal((await shown(bench)).length, 1)
  isBroken = false
  await bench.finish(run)
  assert.deepEqual((await shown(bench)).slice(1, 4), [
    [2, 'raw.stdout', 'before\n', [2], 2],
    [3, 'diagnostic.warning', 3, [2], 3],
    [4, 'assistant.message.final', 'a\nb\nc', [3], 4],
  ])
})

test('what a run held back is told once, also when its files are opened again after it waited', async () => {
  await using bench = await openLogBench({ batchBytes: 1, profileOf: parrot })
  await bench.admit('run_1')
  const run = await bench.begin('run_1')
  await bench.log.append(run, 'job', printer()('one\n'))
  await bench.log.move({ run: 'run_1', job: null, trigger: 'turn.needs_input', drafts: () => [] })
  await bench.log.move({ run: 'run_1', job: null, trigger: 'run.canceled', drafts: () => [] })
  assert.deepEqual((await shown(bench)).slice(1), [[2, 'raw.stdout', 'one\n', [2], 2]])
})

verifies(
  'echo.others-are-not-delayed',
  'for a profile that does not echo, whatever is committed to RASP is in FCMP with the same commit, repeated or not',
  async () => {
    const commits: [rasp: number, fcmp: number][] = []
    await using bench = await openLogBench({
      batchBytes: 1,
      profileOf: () => ({ ...parrot(), echoes: false }),
      wrapLedger: (ledger) => ({
        ...ledger,
        advance: (id, fence, committed) => {
          commits.push([committed.raspSeq, committed.fcmpSeq])
          return ledger.advance(id, fence, committed)
        },
      }),
    })
    await bench.admit('run_1')
    const run = await bench.begin('run_1')
    const print = printer()
    await bench.log.append(run, 'job', [says('a\nb\nc')])
    for (const line of ['a\n', 'b\n', 'c\n', 'a\nb\nc\n']) await bench.log.append(run, 'job', print(line))
    assert.deepEqual(commits, [
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
      [6, 6],
    ])
    assert.deepEqual(
      (await shown(bench)).slice(2).map(([, type, text]) => [type, text]),
      ['a\n', 'b\n', 'c\n', 'a\nb\nc\n'].map((text) => ['raw.stdout', text]),
    )
  },
)

verifies(
  'echo.others-are-not-delayed',
  'a reader of a script gets a line while the script still runs, and one of an echoing engine does not',
  async () => {
    const firstRaw = async (echoes: boolean) => {
      await using bench = await openLogBench({ batchMs: 1, profileOf: () => ({ ...parrot(), echoes }) })
      await bench.admit('run_1')
      const run = await bench.begin('run_1')
      await bench.log.append(run, 'job', printer()('hello\n'))
      await until('the line is in RASP', async () => (await bench.lines('run_1', 'rasp')).length === 2)
      return (await shown(bench)).slice(1)
    }
    assert.deepEqual(await firstRaw(false), [[2, 'raw.stdout', 'hello\n', [2], 2]])
    assert.deepEqual(await firstRaw(true), [])
  },
)
