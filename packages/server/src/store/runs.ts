import type { Tokens } from '../domain/engine-event.ts'
import type { EngineTried, Fallback } from '../domain/fail-over.ts'
import {
  type CommitPoint,
  type Fence,
  isTerminal,
  type Move,
  type NodeId,
  next,
  type ProcessMark,
  type Run,
  type RunId,
  runStates,
} from '../domain/run.ts'
import { enter } from './cache.ts'
import { runs } from './columns.ts'
import { countUse, type Spenders } from './day-use.ts'
import type { GroupCommit } from './group-commit.ts'
import { answerIn, askIn, columnsOfAnswer, columnsOfQuestion } from './interactions.ts'
import { knownIds } from './known-ids.ts'
import { ofNode } from './node.ts'
import { keepReceipt, type SignedReceipt } from './receipts.ts'
import { runOf } from './rows.ts'
import { allOf, type Clause, given, marks, type Sql } from './sql.ts'
import type { RunsTable } from './tables.ts'
import { tellOfMove } from './webhooks.ts'

const active = runStates.filter((state) => !isTerminal(state))

export function runStore(db: Sql, commits: GroupCommit, nodeId: NodeId) {
  return {
    async get(id: RunId): Promise<Run | null> {
      const row = await db.first<RunsTable>(`select ${runs.columns} from runs where id = ?`, [id])
      return row && runOf(row)
    },

    /** The state change and its commit point, with the receipt of a run that it ends. Null: the run is not what was seen any more, or the fence is not the current one. */
    move: (move: Move, receipt: SignedReceipt | null = null): Promise<Run | null> =>
      commits.decide((trx) => moveIn(trx, move, receipt, nodeId)),

    /** New events of the current attempt are true from here on. False: this is no longer the current attempt. */
    advance(id: RunId, fence: Fence, committed: CommitPoint): Promise<boolean> {
      return commits.write(async (trx) => (await updateFenced(trx, id, fence, columnsOf(committed))) === 1)
    },

    /** Which process this attempt is, so that a restart can find and end it. A loss of power ends the process as well. */
    started(id: RunId, fence: Fence, { pid, startTime }: ProcessMark): Promise<void> {
      const mark = { processPid: pid, processStartTime: startTime }
      return commits.write(async (trx) => void (await updateFenced(trx, id, fence, mark)), 'process')
    },

    /** What the run has used by now, while its attempt goes on. A loss of power may lose it; the next one has it again. */
    used(id: RunId, fence: Fence, usage: Tokens, at: string): Promise<void> {
      return commits.decide(async (trx) => {
        const seen = await usageIn(trx, id)
        const changed = await updateFenced(trx, id, fence, { usage: JSON.stringify(usage) })
        if (seen && changed === 1) await countUse(trx, seen.spenders, seen.usage, usage, at)
      }, 'process')
    },

    /** Another engine goes on with the attempt. False: this is no longer the current attempt. */
    failOver(
      id: RunId,
      fence: Fence,
      tried: readonly EngineTried[],
      next: Fallback,
      left: readonly Fallback[],
    ): Promise<boolean> {
      const columns = {
        engine: next.engine,
        engineVersion: next.engineVersion,
        model: next.model,
        engineConfig: JSON.stringify(next.engineConfig),
        fallbacks: JSON.stringify(left),
        enginesTried: JSON.stringify(tried),
        // What another engine answers is no answer to those who ask the first one.
        cacheKey: null,
      }
      return commits.write(async (trx) => (await updateFenced(trx, id, fence, columns)) === 1)
    },

    /** A mark in the row, so that it holds whoever the owner is. */
    requestCancel(id: RunId, at: string): Promise<void> {
      return commits.write(async (trx) => {
        await trx.run(
          "update runs set cancel_requested_at = ? where id = ? and state = 'running' and cancel_requested_at is null",
          [at, id],
        )
      })
    },

    /** Those of this node that have not ended: what it has to look after when it starts. */
    async active(): Promise<Run[]> {
      const own = ofNode(nodeId)
      const text = `select ${runs.columns} from runs where state in (${marks(active)}) and ${own.text} order by queue_no`
      return (await db.all<RunsTable>(text, [...active, ...own.values])).map(runOf)
    },

    async counts(): Promise<{ queued: number; running: number }> {
      const rows = await db.all<{ state: string; count: number }>(
        `select state, count(*) as "count" from runs where state in ('queued', 'running') and awaiting_upload = 0 group by state`,
      )
      const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
      return { queued: of('queued'), running: of('running') }
    },

    /** Those of the names that are names of runs. */
    known: (names: readonly string[]): Promise<ReadonlySet<RunId>> =>
      knownIds(names, (ids) => db.all<{ id: RunId }>(`select id from runs where id in (${marks(ids)})`, ids)),

    /** The skill snapshots that a run still needs. */
    async digestsInUse(): Promise<string[]> {
      const rows = await db.all<{ digest: string }>(
        `select distinct skill_digest as "digest" from runs where state in (${marks(active)})`,
        active,
      )
      return rows.map((row) => row.digest)
    },
  }
}

/** Compare-and-set: what the move was judged by is in the `where`, and so is the fence. */
async function moveIn(trx: Sql, move: Move, receipt: SignedReceipt | null, nodeId: NodeId): Promise<Run | null> {
  const { seen } = move
  const to = next(seen.state, move.trigger)
  if (!to) return null
  const changes = runs.set({
    ...columnsOf(move.committed),
    state: to,
    updatedAt: move.at,
    owner: move.begins?.owner ?? null,
    processPid: null,
    processStartTime: null,
    ...(move.trigger === 'restart.preserve_waiting' ? {} : { pendingInteraction: null }),
    ...(move.asks ? columnsOfQuestion(move.asks) : {}),
    ...(move.answers ? await columnsOfAnswer(trx, seen.caller, move.answers) : {}),
    ...(move.begins ? { attempt: move.begins.attempt, nodeId } : {}),
    ...(isTerminal(to) ? { finishedAt: move.at } : {}),
    ...(move.error ? { error: JSON.stringify(move.error) } : {}),
    ...(move.warnings ? { warnings: JSON.stringify(move.warnings) } : {}),
    ...(move.usage ? { usage: JSON.stringify(move.usage) } : {}),
    ...(move.normalizationLevel ? { normalizationLevel: move.normalizationLevel } : {}),
    ...(move.recovery ? { recoveryState: move.recovery.state, recoveryReason: move.recovery.reason, recoveredAt: move.at } : {}),
  })
  const before = move.usage ? await usageIn(trx, seen.id) : null
  const isAuto = move.answers?.answer.resolution === 'auto_decide_timeout'
  const counted = isAuto ? ', auto_decision_count = auto_decision_count + 1' : ''
  const first = move.begins ? { text: ', started_at = coalesce(started_at, ?)', values: [move.at] } : nothing
  const which = allOf(
    sameAs(seen),
    // A cancel that came in time must not end in a question.
    move.asks ? { text: 'cancel_requested_at is null', values: [] } : null,
    given('pending_interaction = ?', move.answers?.interaction),
    move.fence ? fencedTo(seen.id, move.fence) : null,
  )
  const moved = await trx.first<RunsTable>(
    `update runs set ${changes.text}${counted}${first.text} where ${which.text} returning ${runs.columns}`,
    [...changes.values, ...first.values, ...which.values],
  )
  if (moved && move.usage && before) await countUse(trx, before.spenders, before.usage, move.usage, move.at)
  if (moved && move.asks) await askIn(trx, moved, move.asks, move.at)
  if (moved && move.answers) await answerIn(trx, moved.id, move.answers)
  if (moved && receipt) await keepReceipt(trx, moved.id, receipt)
  if (moved) await tellOfMove(trx, moved, move.trigger, move.at)
  if (moved?.cacheKey && isClean(moved)) await enter(trx, moved.projectId, moved.cacheKey, moved.id, move.at)
  return moved ? runOf(moved) : null
}

/** What the run is known to have used so far, and for whom it counts. */
async function usageIn(trx: Sql, id: RunId): Promise<{ usage: Tokens | null; spenders: Spenders } | null> {
  const row = await trx.first<Pick<RunsTable, 'usage' | 'caller' | 'projectId'>>(
    'select usage as "usage", caller as "caller", project_id as "projectId" from runs where id = ?',
    [id],
  )
  return (
    row && { usage: row.usage === null ? null : JSON.parse(row.usage), spenders: { token: row.caller, project: row.projectId } }
  )
}

/** Worth giving to others: it succeeded, and nobody guessed at its meaning. */
const isClean = ({ state, normalizationLevel }: RunsTable): boolean => state === 'succeeded' && normalizationLevel !== 'N3'

function columnsOf({ raspSeq, raspBytes, fcmpSeq, fcmpBytes, lastAt }: CommitPoint) {
  return { raspSeq, raspBytes, fcmpSeq, fcmpBytes, lastEventAt: lastAt }
}

const nothing: Clause = { text: '', values: [] }

/** Changes of state have events, so that the number of these tells of each. Only files that have come change a run without any. */
const sameAs = (seen: Run): Clause =>
  allOf(
    {
      text: 'id = ? and state = ? and attempt = ? and rasp_seq = ?',
      values: [seen.id, seen.state, seen.attempt, seen.committed.raspSeq],
    },
    given('awaiting_upload = ?', seen.state === 'queued' ? Number(seen.awaitingUpload) : undefined),
  )

function updateFenced(trx: Sql, id: RunId, fence: Fence, columns: Partial<RunsTable>): Promise<number> {
  const changes = runs.set(columns)
  const which = fencedTo(id, fence)
  return trx.run(`update runs set ${changes.text} where ${which.text}`, [...changes.values, ...which.values])
}

/** Only the attempt that owns the run now may write for it. */
const fencedTo = (id: RunId, { attempt, owner }: Fence): Clause => ({
  text: "id = ? and attempt = ? and owner = ? and state = 'running'",
  values: [id, attempt, owner],
})
