import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { dayOf, endOfDay, passedOf, spendingDetails, usedUpOf } from '../src/domain/budget.ts'
import type { Tokens } from '../src/domain/engine-event.ts'
import { nothingCommitted } from '../src/domain/run.ts'
import { temporaryFolder } from './support/folder.ts'
import { jobOf, moveNow, queuedRun } from './support/runs.ts'
import { openStore } from './support/store.ts'

const evening = '2026-01-02T23:59:59.999Z'
const night = '2026-01-03T00:00:00.000Z'

const tokens = (input: number, output: number, costUsd: number | null = null): Tokens => ({ input, output, cached: 0, costUsd })
const spenders = { token: 'tester', project: 'default' }
const use = (of: number, cost_usd: number) => ({ tokens: of, cost_usd })

verifies(
  'budget.per-day',
  'only what is new counts, for token and project, on the day on which it became known',
  async (context) => {
    const store = await openStore(await temporaryFolder(context))
    const begin = async (id: string, extra = {}) => {
      const run = queuedRun(id, extra)
      await store.queue.admit(jobOf(run), run, 100)
      const begins = { attempt: 1, owner: 'boot' }
      await moveNow(store, id, { trigger: 'turn.started', committed: nothingCommitted, at: evening, begins })
      return begins
    }
    const one = await begin('run_1')
    await store.runs.used('run_1', one, tokens(100, 20, 0.1), evening)
    // Told again: nothing is new.
    await store.runs.used('run_1', one, tokens(100, 20, 0.1), evening)
    await store.runs.used('run_1', one, tokens(150, 30, 0.2), night)
    const other = await begin('run_2', { caller: 'somebody' })
    await store.runs.used('run_2', other, tokens(1, 1), night)
    // An attempt that does not own the run counts for nobody.
    await store.runs.used('run_2', { attempt: 1, owner: 'another boot' }, tokens(1000, 1000), night)
    await moveNow(store, 'run_1', {
      ...{ trigger: 'turn.succeeded', committed: nothingCommitted, at: night, fence: one, usage: tokens(200, 40, 0.3) },
    })
    assert.deepEqual(await store.dayUse.on('2026-01-02', spenders), { token: use(120, 0.1), project: use(120, 0.1) })
    assert.deepEqual(await store.dayUse.on('2026-01-03', spenders), { token: use(120, 0.2), project: use(122, 0.2) })
    assert.deepEqual(
      (await store.dayUse.allOn('2026-01-03', 2)).map(({ kind, name }) => [kind, name]),
      [
        ['project', 'default'],
        ['token', 'tester'],
      ],
    )
    assert.deepEqual((await store.runs.get('run_1'))?.usage, tokens(200, 40, 0.3))
    assert.equal(await store.dayUse.forget('2026-01-03'), 2)
    assert.deepEqual((await store.dayUse.on('2026-01-02', spenders)).token, use(0, 0))
    await store.close()
  },
)

test('many runs that tell at the same time are all counted', async (context) => {
  const store = await openStore(await temporaryFolder(context))
  const ids = Array.from({ length: 20 }, (_, index) => `run_${index}`)
  const begins = { attempt: 1, owner: 'boot' }
  for (const id of ids) {
    const run = queuedRun(id)
    await store.queue.admit(jobOf(run), run, 100)
    await moveNow(store, id, { trigger: 'turn.started', committed: nothingCommitted, at: evening, begins })
  }
  const told = [1, 2, 3].flatMap((n) => ids.map((id) => store.runs.used(id, begins, tokens(n, 0, n * 0.1), evening)))
  await Promise.all(told)
  assert.deepEqual((await store.dayUse.on('2026-01-02', spenders)).project, use(60, 6))
  await store.close()
})

test('more than a whole number can hold is counted as the most that it can', async (context) => {
  const store = await openStore(await temporaryFolder(context))
  const most = Number.MAX_SAFE_INTEGER
  const begins = { attempt: 1, owner: 'boot' }
  for (let n = 1; n <= 11; n++) {
    const run = queuedRun(`run_${n}`)
    await store.queue.admit(jobOf(run), run, 100)
    await moveNow(store, run.id, { trigger: 'turn.started', committed: nothingCommitted, at: evening, begins })
    await store.runs.used(run.id, begins, tokens(most, most, 1e300), evening)
    const { project } = await store.dayUse.on('2026-01-02', spenders)
    assert.deepEqual(project, use(most, n < 10 ? n * 1e6 : most / 1e9))
  }
  await store.close()
})

test('a budget is passed by more than it allows, and used up by all of it', () => {
  const spending = { unit: 'tokens', limit: 10, setBy: 'job', resetsAt: null } as const
  const at = (used: number) => [{ ...spending, used }]
  assert.deepEqual(
    [9, 10, 11].map((used) => passedOf(at(used))?.used ?? null),
    [null, null, 11],
  )
  assert.deepEqual(
    [9, 10, 11].map((used) => usedUpOf(at(used))?.used ?? null),
    [null, 10, 11],
  )
})

test('a day is that of UTC, and ends when the next one begins', () => {
  assert.deepEqual(
    [dayOf(evening), endOfDay(evening), endOfDay(night)],
    [...['2026-01-02', '2026-01-03T00:00:00.000Z', '2026-01-04T00:00:00.000Z']],
  )
  const ofToken = { unit: 'cost_usd', limit: 1.5, setBy: 'token', used: 2, resetsAt: night } as const
  assert.deepEqual(spendingDetails(ofToken), {
    ...{ budget: 'max_cost_usd_per_day', limit: 1.5, used: 2, set_by: 'token', resets_at: night },
  })
})
