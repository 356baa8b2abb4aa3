import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { runError } from '../src/domain/failure.ts'
import { type CommitPoint, type Move, nothingCommitted, type Run, type RunId, type RunIn } from '../src/domain/run.ts'
import { EventLog } from '../src/events/log.ts'
import type { Ledger } from '../src/events/log-deps.ts'
import { stateChanged, terminal } from '../src/events/rasp.ts'
import { readRange } from '../src/events/read.ts'
import { cancelRun } from '../src/intake/cancel.ts'
import { systemClock } from '../src/lib/clock.ts'
import { newId } from '../src/lib/ids.ts'
import { topics } from '../src/runs/topics.ts'
import { openStore, type Store, type StoreOptions } from '../src/store/open.ts'
import { recover } from '../src/upkeep/recover.ts'
import { sweepUploads } from '../src/upkeep/sweep-uploads.ts'
import { startApp, untilTold } from './support/app.ts'
import { changeRows } from './support/database.ts'
import { temporaryFolder } from './support/folder.ts'
import { jobOf, moveNow, queuedRun } from './support/runs.ts'
import { storeOptions } from './support/store.ts'

const id = 'store.moves-are-compare-and-set'
const at = '2026-01-02T03:04:05.678Z'
const error = runError('CANCELED_BY_USER')
const to = (raspSeq: number): CommitPoint => ({ ...nothingCommitted, raspSeq })

const question = { kind: 'open_text', prompt: '?', options: [], uiHints: {}, defaultDecisionPolicy: null } as const
const asking = { question: { ...question, requiredFields: [], context: null }, expiresAt: null, session: 's' }
const answer = { resolution: 'user_reply', response: 'red', files: [], upload: null, key: null, at } as const
const nobodys = { ...answer, resolution: 'auto_decide_timeout', response: null } as const

/** Two servers that share a database, each with a folder of its own. */
async function openPair(context: TestContext): Promise<readonly [Store, Store]> {
  const [own, others] = [await temporaryFolder(context), await temporaryFolder(context)]
  const { postgres } = await storeOptions(own)
  const open = async (folder: string, alone: StoreOptions): Promise<Store> => {
    const store = await openStore(folder, postgres ? { postgres: { ...postgres, isShared: true } } : alone)
    context.after(() => store.close())
    return store
  }
  return [await open(own, {}), await open(others, { sharing: own })]
}

async function admit(store: Store, extra: Partial<RunIn<'queued'>> = {}): Promise<RunIn<'queued'>> {
  const run = queuedRun(newId('run'), extra)
  await store.queue.admit(jobOf(run), run, 1000)
  return run
}

const begin = (store: Store, run: RunId, attempt: number, raspSeq: number) =>
  moveNow(store, run, { trigger: 'turn.started', committed: to(raspSeq), at, begins: { attempt, owner: 'boot_b' } })

const ask = (store: Store, run: RunId, interaction: number, raspSeq: number) =>
  moveNow(store, run, { trigger: 'turn.needs_input', committed: to(raspSeq), at, asks: { ...asking, interaction } })

const decide = (store: Store, run: RunId, raspSeq: number) => {
  const answers = { interaction: 1, answer: nobodys }
  return moveNow(store, run, { trigger: 'interaction.auto_decide.timeout', committed: to(raspSeq), at, answers })
}

type Late = Omit<Move, 'seen' | 'at'>
type Row = readonly [state: string, attempt: number, raspSeq: number]

const rowOf = async (store: Store, id: RunId): Promise<Row | null> => {
  const run = await store.runs.get(id)
  return run && [run.state, run.attempt, run.committed.raspSeq]
}

interface Race {
  readonly run?: Partial<RunIn<'queued'>>
  /** Before anybody looks. */
  readonly before?: (store: Store, run: RunId) => Promise<unknown>
  /** What the other server does after the first has looked, and before it moves the run. */
  readonly meanwhile: (store: Store, run: RunId) => Promise<unknown>
  readonly late: Late
  readonly holds: Row
  /** Were the change judged by what the run is by then. */
  readonly breaks: Row
}

const races: Readonly<Record<string, Race>> = {
  'a cancel of a queued run does not end one that another server has started': {
    meanwhile: (store, run) => begin(store, run, 1, 2),
    late: { trigger: 'run.canceled', committed: to(2), error },
    holds: ['running', 1, 2],
    breaks: ['canceled', 1, 2],
  },
  'a start does not begin an attempt a second time that another server has begun and finished with a question': {
    async meanwhile(store, run) {
      await begin(store, run, 1, 2)
      await ask(store, run, 1, 4)
      await decide(store, run, 6)
    },
    late: { trigger: 'turn.started', committed: to(2), begins: { attempt: 1, owner: 'boot_a' } },
    holds: ['queued', 1, 6],
    breaks: ['running', 1, 2],
  },
  'a job whose files have come to another server does not expire': {
    run: { awaitingUpload: true },
    meanwhile: (store, run) => store.queue.admitUploaded(run, 10, { at, upload: 'upl_1', isKept: false }),
    late: { trigger: 'run.canceled', committed: to(2), error: runError('UPLOAD_EXPIRED') },
    holds: ['queued', 0, 0],
    breaks: ['canceled', 0, 2],
  },
  'a run that is given up takes nothing back of what its attempt has told since': {
    before: (store, run) => begin(store, run, 1, 2),
    meanwhile: (store, run) => store.runs.advance(run, { attempt: 1, owner: 'boot_b' }, to(9)),
    late: { trigger: 'restart.reconcile_failed', committed: to(4), error: runError('ORCHESTRATOR_RESTART_INTERRUPTED') },
    holds: ['running', 1, 9],
    breaks: ['failed', 1, 4],
  },
  'a reply takes nothing back of what a restart of another server has told': {
    async before(store, run) {
      await begin(store, run, 1, 2)
      await ask(store, run, 1, 4)
    },
    meanwhile: (store, run) => moveNow(store, run, { trigger: 'restart.preserve_waiting', committed: to(5), at }),
    late: { trigger: 'interaction.reply.accepted', committed: to(5), answers: { interaction: 1, answer } },
    holds: ['waiting_user', 1, 5],
    breaks: ['queued', 1, 5],
  },
}

for (const [what, race] of Object.entries(races))
  verifies(id, `two servers on one database: ${what}, and without the compare it would`, async (context) => {
    const [one, other] = await openPair(context)
    const outcome = async (judged: 'by what was seen' | 'by what it is'): Promise<Row | null> => {
      const run = await admit(one, race.run)
      await race.before?.(other, run.id)
      const seen = (await one.runs.get(run.id)) ?? run
      await race.meanwhile(other, run.id)
      const now = (await one.runs.get(run.id)) ?? run
      const moved = await one.runs.move({ ...race.late, at, seen: judged === 'by what was seen' ? seen : now })
      assert.equal(moved === null, judged === 'by what was seen')
      return rowOf(other, run.id)
    }
    assert.deepEqual(await outcome('by what was seen'), race.holds)
    assert.deepEqual(await outcome('by what it is'), race.breaks)
  })

verifies(
  id,
  'two servers on one database: of a cancel and an end, and of a reply and a time-out, one counts',
  async (context) => {
    const [one, other] = await openPair(context)
    for (let round = 1; round <= 10; round++) {
      const run = await admit(one)
      await begin(other, run.id, 1, 2)
      const [canceled, ended] = await Promise.all([
        moveNow(one, run.id, { trigger: 'run.canceled', committed: to(4), at, error }),
        moveNow(other, run.id, { trigger: 'turn.succeeded', committed: to(5), at, fence: { attempt: 1, owner: 'boot_b' } }),
      ])
      assert.deepEqual(await rowOf(one, run.id), canceled ? ['canceled', 1, 4] : ['succeeded', 1, 5])
      assert.equal([canceled, ended].filter((moved) => moved !== null).length, 1)

      const asks = await admit(one)
      await begin(other, asks.id, 1, 2)
      await ask(other, asks.id, 1, 4)
      const answers = { interaction: 1, answer }
      const [replied, decided] = await Promise.all([
        moveNow(one, asks.id, { trigger: 'interaction.reply.accepted', committed: to(6), at, answers }),
        decide(other, asks.id, 7),
      ])
      const kept = (await other.interactions.get(asks.id, 1))?.answer
      assert.deepEqual(kept, replied ? answer : nobodys)
      assert.deepEqual(await rowOf(one, asks.id), ['queued', 1, replied ? 6 : 7])
      assert.equal([replied, decided].filter((moved) => moved !== null).length, 1)
    }
  },
)

/** The log of a server, in a folder of its own. */
async function openLog(context: TestContext, ledger: Ledger) {
  const folder = await temporaryFolder(context)
  const files = (run: RunId, attempt: number, protocol: string) => join(folder, run, `${protocol}.${attempt}.jsonl`)
  const log = new EventLog({ ledger, files, clock: systemClock })
  context.after(() => log.close())
  return {
    cancel: (seen: Run) =>
      log.move({
        ...{ run: seen.id, job: null, trigger: 'run.canceled', seen, error },
        drafts: (from, state) => [stateChanged(from, state, 'run.canceled'), terminal('canceled', error)],
      }),
    begin: (seen: Run, owner: string) =>
      log.move({
        ...{ run: seen.id, job: null, trigger: 'turn.started', seen, begins: { attempt: seen.attempt + 1, owner } },
        drafts: (from, state) => [stateChanged(from, state, 'turn.started')],
      }),
    ask: (run: RunIn<'running'>) =>
      log.move({
        ...{ run: run.id, job: null, trigger: 'turn.needs_input', asks: { ...asking, interaction: 1 } },
        drafts: (from, state) => [stateChanged(from, state, 'turn.needs_input')],
      }),
    /** What it has told of a run, as the commit point of the row lets it be read. */
    async told(run: Run): Promise<[seq: number, what: string][]> {
      const lines = await Array.fromAsync(readRange(files, run, 'rasp', {}))
      return lines.map((line) => JSON.parse(line)).map(({ seq, data }) => [seq, data.trigger ?? data.status])
    },
  }
}

verifies(
  id,
  'two servers that cancel and start a run at once: one of them does, and its events are those of the run',
  async (context) => {
    const [one, other] = await openPair(context)
    const [canceling, starting] = [await openLog(context, one.runs), await openLog(context, other.runs)]
    for (let round = 1; round <= 10; round++) {
      const run = await admit(one)
      const [canceled, begun] = await Promise.all([canceling.cancel(run), starting.begin(run, 'boot_b')])
      assert.equal([canceled, begun].filter((moved) => moved !== null).length, 1)
      const now = await one.runs.get(run.id)
      assert.deepEqual(now, canceled ?? begun)
      const [winner, events] = canceled
        ? [canceling, [[1, 'run.canceled'] as const, [2, 'canceled'] as const]]
        : [starting, [[1, 'turn.started'] as const]]
      assert.deepEqual(now && (await winner.told(now)), events)
    }
  },
)

/** Does something just before a cancel is committed, once. */
function interrupted(ledger: Ledger, meanwhile: () => Promise<unknown>): Ledger {
  let isDone = false
  return {
    ...ledger,
    async move(move) {
      if (move.trigger === 'run.canceled' && !isDone) {
        isDone = true
        await meanwhile()
      }
      return ledger.move(move)
    },
  }
}

verifies(
  id,
  'a run that another server starts while its cancel is written down runs on; judged again at the commit, it would end and run',
  async (context) => {
    const [one, other] = await openPair(context)
    const starting = await openLog(context, other.runs)
    const race = async (judge: (ledger: Ledger) => Ledger) => {
      const run = await admit(one)
      const begin = async () => assert.equal((await starting.begin(run, 'boot_b'))?.state, 'running')
      const canceling = await openLog(context, interrupted(judge(one.runs), begin))
      return [(await canceling.cancel(run))?.state ?? null, (await one.runs.get(run.id))?.state]
    }
    const byWhatItIs = (ledger: Ledger): Ledger => ({
      ...ledger,
      move: async (move) => ledger.move({ ...move, seen: (await ledger.get(move.seen.id)) ?? move.seen }),
    })
    assert.deepEqual(await race((ledger) => ledger), [null, 'running'])
    assert.deepEqual(await race(byWhatItIs), ['canceled', 'canceled'])
  },
)

test('a change that another one does not contradict is made after it, and one of a run that is gone is not made', async (context) => {
  const [one, other] = await openPair(context)
  const queued = await admit(one)
  const run = queued.id
  const preserve = async () => {
    const { committed } = (await other.runs.get(run)) ?? { committed: nothingCommitted }
    // What the other server tells is in its own folder.
    const next = { ...committed, raspSeq: committed.raspSeq + 1 }
    assert.ok(await moveNow(other, run, { trigger: 'restart.preserve_waiting', committed: next, at }))
  }
  const log = await openLog(context, interrupted(one.runs, preserve))
  const begun = await log.begin(queued, 'boot_a')
  assert.equal(begun?.state, 'running')
  const waiting = await log.ask(begun)
  assert.equal(waiting?.state, 'waiting_user')
  assert.equal((await log.cancel(waiting))?.state, 'canceled')
  assert.deepEqual(await rowOf(one, run), ['canceled', 1, 5])
  assert.equal(await log.cancel({ ...waiting, id: 'run_gone' }), null)
})

const others = { dropCutOff: async () => {} }

verifies(id, 'a sweep does not end a job whose files come to another server meanwhile', async () => {
  await using app = await startApp({ skills: [untilTold], limits: { maxRunning: 0 } })
  const { runner } = app.app
  const { store } = runner
  const job = await app.create('until-told')
  const { run_id: run } = await app.job(job)
  await changeRows(app.data, "update runs set awaiting_upload = 1, created_at = '2020-01-02' where id = ?", [run])
  const get: Store['runs']['get'] = async (id) => {
    const seen = await store.runs.get(id)
    assert.ok(await store.queue.admitUploaded(id, 10, { at, upload: null, isKept: false }))
    return seen
  }
  await sweepUploads({ ...runner, store: { ...store, runs: { ...store.runs, get } } })
  assert.deepEqual(await rowOf(store, run), ['queued', 0, 0])
})

verifies(id, 'a cancel ends the run of another server that starts it meanwhile', async () => {
  await using app = await startApp({ skills: [untilTold], limits: { maxRunning: 0 } })
  const { runner } = app.app
  const { store, wakes } = runner
  const job = await app.create('until-told')
  const found = await store.jobs.get(job)
  assert.ok(found)
  const run = found.run.id
  let looks = 0
  const get: Store['jobs']['get'] = async (id) => {
    const seen = await store.jobs.get(id)
    if (++looks === 1) await begin(store, run, 1, 0)
    return seen
  }
  // The other server finds the mark in the row.
  const ending: Promise<unknown>[] = []
  const endThere = async () => {
    const now = await store.runs.get(run)
    assert.ok(now?.state === 'running' && now.cancelRequestedAt)
    const fence = { attempt: 1, owner: 'boot_b' }
    await store.runs.move({ seen: now, trigger: 'run.canceled', committed: to(4), at, fence, error })
    wakes.wake(topics.run(run))
  }
  const attempts = {
    end() {
      ending.push(endThere())
      return false
    },
  }
  const canceled = await cancelRun({ ...runner, store: { ...store, jobs: { ...store.jobs, get } } }, attempts, job, found.run)
  await Promise.all(ending)
  assert.deepEqual(
    [canceled.run.state, canceled.run.attempt, canceled.accepted, canceled.message],
    ['canceled', 1, true, 'Canceled; its processes are gone.'],
  )
})

verifies(id, 'a server that starts leaves alone what another one has decided about its run meanwhile', async () => {
  await using app = await startApp({ skills: [untilTold], limits: { maxRunning: 0 } })
  const { runner } = app.app
  const { store } = runner
  const job = await app.create('until-told')
  const { run_id: run } = await app.job(job)
  const active = async () => {
    const seen = await store.runs.active()
    await begin(store, run, 1, 0)
    return seen
  }
  // Under another name, so that it ends no process of the first.
  await recover({ ...runner, store: { ...store, nodeId: 'node_other', runs: { ...store.runs, active } } }, others)
  assert.deepEqual(await rowOf(store, run), ['running', 1, 0])
})
