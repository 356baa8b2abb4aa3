import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import { next, nothingCommitted, type RunState, type Trigger } from '../src/domain/run.ts'
import { type Delivery, usualEvents } from '../src/domain/webhook.ts'
import type { Tried } from '../src/store/webhooks.ts'
import { openDatabase } from './support/database.ts'
import { temporaryFolder } from './support/folder.ts'
import { ofSqlite } from './support/over.ts'
import { jobOf, moveNow, queuedRun } from './support/runs.ts'
import { planOf, watchPrepared } from './support/sqlite-file.ts'
import { openStore, type Store } from './support/store.ts'

const at = '2026-01-02T03:04:06.000Z'
const error = { code: 'SCRIPT_FAILED', message: 'm', details: {} } as const
const hook = { url: 'https://hooks.example.com/', secretRef: null }
const all = ['job.started', 'job.waiting_user', ...usualEvents] as const

const question = { kind: 'open_text', prompt: '?', options: [], uiHints: {}, defaultDecisionPolicy: null } as const
const asks = { question: { ...question, requiredFields: [], context: null }, expiresAt: null, session: 's' }
const answer = { resolution: 'user_reply', response: 'x', files: [], upload: null, key: null, at } as const

/** One change, as whoever makes it puts it; the store may refuse it. */
function move(store: Store, run: string, trigger: Trigger, attempt: number, interaction: number) {
  const base = { trigger, committed: nothingCommitted, at }
  if (trigger === 'turn.started') return moveNow(store, run, { ...base, begins: { attempt, owner: 'boot' } })
  if (trigger === 'turn.needs_input') return moveNow(store, run, { ...base, asks: { ...asks, interaction } })
  if (trigger === 'interaction.reply.accepted') return moveNow(store, run, { ...base, answers: { interaction, answer } })
  return moveNow(store, run, { ...base, ...(trigger === 'turn.succeeded' ? {} : { error }) })
}

const triggers: readonly Trigger[] = [
  ...(['turn.started', 'turn.needs_input', 'turn.succeeded', 'turn.failed'] as const),
  ...(['interaction.reply.accepted', 'run.canceled', 'restart.preserve_waiting', 'restart.reconcile_failed'] as const),
]

/** Mostly what goes on from a state, now and then anything. */
const step = fc.tuple(fc.nat({ max: 4 }), fc.constantFrom(...triggers)).map(([chance, any]) => (state: RunState): Trigger => {
  const goesOn = { queued: 'turn.started', running: 'turn.needs_input', waiting_user: 'interaction.reply.accepted' } as const
  return chance > 0 && state in goesOn ? goesOn[state as keyof typeof goesOn] : any
})

verifies(
  'webhooks.every-end-is-delivered',
  'whatever becomes of a run, every change that counts is told once, in order, and what was refused is not told',
  async (context) => {
    const store = await openStore(await temporaryFolder(context))
    context.after(() => store.close())
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (story) => {
        const run = queuedRun(`run_${++runs}`)
        await store.queue.admit(jobOf(run), run, 1e6, { webhook: { ...hook, events: [...all] } })
        const expected: string[] = []
        let state: RunState = 'queued'
        let attempt = 0
        let asked = 0
        for (const choose of story) {
          const trigger = choose(state)
          const to = next(state, trigger)
          if (to && trigger === 'turn.started') attempt += 1
          if (to && trigger === 'turn.needs_input') asked += 1
          await move(store, run.id, trigger, attempt, asked)
          if (to && trigger === 'turn.started' && attempt === 1) expected.push('job.started running')
          if (to && trigger === 'turn.needs_input') expected.push('job.waiting_user waiting_user')
          if (to === 'succeeded' || to === 'failed' || to === 'canceled') expected.push(`job.${to} ${to}`)
          state = to ?? state
        }
        const told = await store.webhooks.deliveries(jobOf(run).id)
        assert.deepEqual(
          told.map(({ event, body }) => `${event} ${JSON.parse(body).data.status}`),
          expected,
        )
      }),
      { numRuns: 60, endOnFailure: true },
    )
  },
)

test('all jobs that a run answers are told, each whom it wants; a job that an old run answers is told in the same commit', async (context) => {
  const { store } = await open(context)
  const run = queuedRun('run_1')
  await store.queue.admit(jobOf(run), run, 10, { cacheKey: 'k', webhook: { ...hook, events: usualEvents } })
  await move(store, 'run_1', 'turn.started', 1, 0)
  await move(store, 'run_1', 'turn.succeeded', 1, 0)
  const bound = { ...jobOf(run), id: 'job_bound', cacheHit: true, createdAt: at }
  await store.cache.bind(bound, 'k', null, { ...hook, url: 'https://other.example.com/x', events: usualEvents })
  await store.cache.bind({ ...bound, id: 'job_silent' }, 'k', null)
  const told = async (job: string) => (await store.webhooks.deliveries(job)).map(({ event, host }) => [event, host])
  assert.deepEqual(await told('job_1'), [['job.succeeded', 'hooks.example.com']])
  assert.deepEqual(await told('job_bound'), [['job.succeeded', 'other.example.com']])
  assert.deepEqual(await told('job_silent'), [])

  const temporary = queuedRun('run_2', { temporary: true })
  const own = { ...jobOf(temporary), temporary: true }
  await store.queue.admit(own, temporary, 10, { tempRequest: {}, webhook: { ...hook, events: usualEvents } })
  await move(store, 'run_2', 'run.canceled', 1, 0)
  const [message] = await store.webhooks.deliveries('job_2')
  assert.equal(JSON.parse(message?.body ?? '{}').data?.result_url, '/v1/temp-skill-runs/job_2/result')
})

test('with a job its webhook goes and what was told of it; what is still to be told stays until it is', async (context) => {
  const { store, folder } = await open(context)
  for (const id of ['run_1', 'run_2']) {
    const run = queuedRun(id)
    await store.queue.admit(jobOf(run), run, 10, { webhook: { ...hook, events: usualEvents } })
    await move(store, id, 'run.canceled', 1, 0)
  }
  const none = { ids: [], hosts: [] }
  const first = await store.webhooks.nextDue(none)
  assert.ok(first)
  const done = { state: 'delivered', lastStatus: 200, lastError: null, lastTryAt: at, nextTryAt: null, deliveredAt: at } as const
  assert.equal(await store.webhooks.settle(first, done), true)
  await store.history.forget({}, 10)
  const left = async () => {
    await using database = await openDatabase(folder)
    const count = async (table: string) => (await database.first<{ n: number }>(`select count(*) as n from ${table}`))?.n
    return [await count('webhooks'), await count('deliveries')]
  }
  assert.deepEqual(await left(), [0, 1])
  await store.webhooks.sweep()
  const second = await store.webhooks.nextDue(none)
  assert.deepEqual([second?.job, await left()], ['job_2', [0, 1]])
  assert.equal(second && (await store.webhooks.settle(second, done)), true)
  assert.deepEqual([await store.webhooks.sweep(), await left()], [1, [0, 0]])
})

test('what happened later waits for what happened before, while that may still be taken; once it was refused it holds nothing back', async (context) => {
  const { store } = await open(context)
  const run = queuedRun('run_1')
  await store.queue.admit(jobOf(run), run, 10, { webhook: { ...hook, events: [...all] } })
  await move(store, 'run_1', 'turn.started', 1, 0)
  await move(store, 'run_1', 'turn.succeeded', 1, 0)
  const [first] = await store.webhooks.deliveries('job_1')
  const nextAfter = async (lastStatus: number | null) => {
    const failed = { state: 'pending', lastStatus, lastError: 'x', lastTryAt: at, deliveredAt: null } as const
    await settleNow(store, first, { ...failed, nextTryAt: '2026-01-03T00:00:00.000Z' })
    return (await store.webhooks.nextDue({ ids: [], hosts: [] }))?.event
  }
  for (const status of [null, 302, 399, 408, 425, 429, 500, 503])
    assert.equal(await nextAfter(status), 'job.started', `${status}`)
  for (const status of [400, 401, 404, 422, 499]) assert.equal(await nextAfter(status), 'job.succeeded', `${status}`)
})

test('what waits for a message that failed has its time, and is due at once when that is taken, refused or given up', async (context) => {
  const { store } = await open(context)
  const run = queuedRun('run_1')
  await store.queue.admit(jobOf(run), run, 10, { webhook: { ...hook, events: [...all] } })
  await move(store, 'run_1', 'turn.started', 1, 0)
  await move(store, 'run_1', 'turn.needs_input', 1, 1)
  await move(store, 'run_1', 'run.canceled', 1, 1)
  const [first, second] = await store.webhooks.deliveries('job_1')
  const times = async () => (await store.webhooks.deliveries('job_1')).map(({ nextTryAt }) => nextTryAt)
  const settle = (
    message: Delivery | undefined,
    state: 'pending' | 'delivered' | 'given_up',
    lastStatus: number,
    nextTryAt: string | null,
  ) => settleNow(store, message, { state, lastStatus, lastError: null, lastTryAt: at, nextTryAt, deliveredAt: null })
  const [soon, later] = ['2026-01-03T00:00:00.000Z', '2026-01-04T00:00:00.000Z']
  await settle(first, 'pending', 503, soon)
  assert.deepEqual(await times(), [soon, soon, soon])
  await settle(first, 'pending', 404, later)
  assert.deepEqual(await times(), [later, at, at])
  // While the first is refused the second was tried: the third waits for that one alone.
  await settle(second, 'pending', 429, soon)
  assert.deepEqual(await times(), [later, soon, soon])
  await settle(first, 'pending', 500, later)
  assert.deepEqual(await times(), [later, soon, later])
  await settle(first, 'delivered', 200, null)
  assert.deepEqual(await times(), [null, soon, at])
  assert.equal((await store.webhooks.nextDue({ ids: [], hosts: [] }))?.id, second?.id)
  await settle(second, 'pending', 500, later)
  assert.deepEqual(await times(), [null, later, later])
  await settle(second, 'given_up', 500, null)
  assert.deepEqual(await times(), [null, null, at])
})

test(
  'what is due next is found by an index alone, and texts of many lengths do not push out the statements that are in use',
  ofSqlite,
  async (context) => {
    const { folder } = await open(context)
    const { texts, reset } = watchPrepared(context)
    const { store } = await open(context)
    await store.webhooks.nextDue({ ids: ['a'], hosts: ['h'] })
    const sql = texts().find((text) => text.includes('as earlier')) ?? ''
    for (let length = 2; length < 250; length++) {
      await store.webhooks.nextDue({ ids: Array.from({ length }, (_, n) => `${n}`), hosts: [] })
      await store.webhooks.pending()
    }
    assert.equal(texts().filter((text) => text.includes('count(*)')).length, 1)
    reset()
    await store.webhooks.nextDue({ ids: Array.from({ length: 249 }, (_, n) => `${n}`), hosts: [] })
    assert.deepEqual(texts(), [], 'the last of them is still there')

    assert.deepEqual(
      planOf(folder, sql).filter((step) => / (deliveries|TEMP) /.test(` ${step} `)),
      ['SEARCH deliveries USING INDEX deliveries_due (state=?)'],
    )
  },
)

/** Another try of a message, however often it was tried. */
async function settleNow(store: Store, message: Delivery | undefined, tried: Tried): Promise<void> {
  const now = (await store.webhooks.deliveries(message?.job ?? '')).find(({ id }) => id === message?.id)
  assert.equal(now && (await store.webhooks.settle(now, tried)), true)
}

async function open(context: TestContext) {
  const folder = await temporaryFolder(context)
  const store = await openStore(folder)
  context.after(() => store.close())
  return { store, folder }
}
