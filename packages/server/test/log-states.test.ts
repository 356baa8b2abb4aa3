import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { RunIn } from '../src/domain/run.ts'
import { scriptProfile } from '../src/events/encode.ts'
import { Fenced, type Ledger, usualBatches } from '../src/events/log-deps.ts'
import { type LogState, OpenLog } from '../src/events/open-log.ts'
import { stateChanged } from '../src/events/rasp.ts'
import { systemClock } from '../src/lib/clock.ts'
import { openLogBench, printer } from './support/log.ts'
import { until } from './support/until.ts'

/** A log by itself, with the state in which each commit found it, and a store that can be told to refuse one. */
async function openStates() {
  const bench = await openLogBench()
  await bench.admit('run_1')
  const seen: LogState[] = []
  const trouble = { next: null as Error | null }
  const { runs } = bench.store
  const ledger: Ledger = {
    get: (id) => runs.get(id),
    move(move) {
      seen.push(log.state)
      return runs.move(move)
    },
    async advance(run, fence, committed) {
      seen.push(log.state)
      const error = trouble.next
      trouble.next = null
      if (error) throw error
      return runs.advance(run, fence, committed)
    },
  }
  const patiently = <T>(write: () => Promise<T>) => write()
  const choices = { profileOf: () => scriptProfile, onMove: () => {}, isWatched: false, patiently }
  const log: OpenLog = new OpenLog('run_1', {
    ...usualBatches,
    ...choices,
    batchMs: 1,
    ledger,
    files: bench.files,
    clock: systemClock,
  })
  const begin = async (attempt: number): Promise<RunIn<'running'>> => {
    const run = await log.move({
      run: 'run_1',
      job: 'job_run_1',
      trigger: 'turn.started',
      begins: { attempt, owner: 'boot' },
      drafts: (from, to) => [stateChanged(from, to, 'turn.started')],
    })
    assert.equal(run?.state, 'running')
    return run
  }
  const end = (run: RunIn<'running'>) =>
    log.move({
      run: run.id,
      job: null,
      trigger: 'turn.failed',
      fence: { attempt: run.attempt, owner: run.owner },
      error: { code: 'INTERNAL', message: '', details: {} },
      drafts: (from, to) => [stateChanged(from, to, 'turn.failed')],
    })
  return { ...bench, log, seen, trouble, begin, end }
}

const is = (log: OpenLog, state: LogState) => until(`the log is ${state}`, () => log.state === state)

test('a log is idle, writes, stays open, lets events wait, and is idle again when the attempt is over', async () => {
  await using states = await openStates()
  const { log, seen, begin, end } = states
  assert.equal(log.state, 'idle')
  const run = await begin(1)
  assert.deepEqual([log.state, log.busy, seen.splice(0)], ['open', true, ['writing']])
  await log.append(run, null, [])
  assert.equal(log.state, 'open')
  await log.append(run, null, printer()('one\n'))
  assert.equal(log.state, 'waiting')
  await is(log, 'open')
  await end(run)
  assert.deepEqual([log.state, log.busy, seen], ['idle', false, ['writing', 'writing']])
  await log.close()
  assert.equal(log.state, 'closed')
})

test('what a store refuses waits again, the next event is told why, and the end takes it along', async () => {
  await using states = await openStates()
  const { log, trouble, begin, end, files } = states
  const run = await begin(1)
  const print = printer()
  trouble.next = new Error('the disk is full')
  await log.append(run, null, print('one\n'))
  await is(log, 'failed')
  await assert.rejects(log.append(run, null, print('two\n')), { message: 'the disk is full' })
  await end(run)
  assert.equal(log.state, 'idle')
  const types = readFileSync(files('run_1', 1, 'rasp'), 'utf8')
    .trim()
    .split('\n')
  assert.deepEqual(
    types.map((line) => JSON.parse(line).event.type),
    ['lifecycle.run.state_changed', 'raw.stdout', 'lifecycle.run.state_changed'],
  )
  await log.close()
})

test('words of an attempt that was overtaken are refused while those of the next one wait', async () => {
  await using states = await openStates()
  const { log, begin } = states
  const run = await begin(1)
  await log.append({ ...run, attempt: 2 }, null, printer()('of the second\n'))
  assert.equal(log.state, 'waiting')
  await assert.rejects(log.append(run, null, printer()('of the first\n')), Fenced)
  await log.close()
})

test('a log that is written again after a failure has no second one beside it, though its reader leaves meanwhile', async () => {
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let tries = 0
  await using bench = await openLogBench({
    batchMs: 1,
    wrapLedger: (ledger) => ({
      ...ledger,
      async get(id) {
        const run = await ledger.get(id)
        if (tries === 1) {
          tries += 1
          reached.resolve()
          await goOn.promise
        }
        return run
      },
      async advance(run, fence, committed) {
        tries += 1
        if (tries === 1) throw new Error('the database is away')
        return ledger.advance(run, fence, committed)
      },
    }),
    patiently: (write) => write().catch(() => write()),
  })
  const { log } = bench
  await bench.admit('run_1')
  const run = await bench.begin('run_1')
  const leaving = new AbortController()
  const frames = log.follow(run.id, 0, leaving.signal)
  await frames.next()
  const next = frames.next()

  await log.append(run, null, printer()('one\n'))
  await reached.promise
  leaving.abort()
  await next
  assert.equal(log.size, 1)
  const finished = bench.finish(run)
  goOn.resolve()
  assert.equal((await finished)?.state, 'succeeded')
  assert.deepEqual(
    (await bench.lines('run_1', 'rasp')).map((line) => JSON.parse(line).event.type),
    ['lifecycle.run.state_changed', 'raw.stdout', 'lifecycle.run.state_changed', 'lifecycle.run.terminal'],
  )
})
