import type { Kysely, Selectable, UpdateQueryBuilder, UpdateResult } from 'kysely'
import {
  type CommitPoint,
  type Fence,
  isTerminal,
  type Move,
  next,
  type ProcessMark,
  type Run,
  type RunId,
  runStates,
} from '../domain/run.ts'
import { enter } from './cache.ts'
import type { GroupCommit } from './group-commit.ts'
import { answerIn, askIn, columnsOfAnswer, columnsOfQuestion } from './interactions.ts'
import { knownIds } from './known-ids.ts'
import { runOf } from './rows.ts'
import type { RunsTable, Tables } from './tables.ts'
import { tellOfMove } from './webhooks.ts'

const active = runStates.filter((state) => !isTerminal(state))

export function runStore(db: Kysely<Tables>, commits: GroupCommit) {
  return {
    async get(id: RunId): Promise<Run | null> {
      const row = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? runOf(row) : null
    },

    /** The state change and its commit point. Null: somebody else moved the run first, or the fence is not the current one. */
    move: (move: Move): Promise<Run | null> => commits.write((trx) => moveIn(trx, move)),

    /** New events of the current attempt are true from here on. False: this is no longer the current attempt. */
    advance(id: RunId, fence: Fence, committed: CommitPoint): Promise<boolean> {
      return commits.write(async (trx) => {
        const { numUpdatedRows } = await whereFenced(
          trx.updateTable('runs').set(columnsOf(committed)),
          id,
          fence,
        ).executeTakeFirst()
        return numUpdatedRows === 1n
      })
    },

    /** Which process this attempt is, so that a restart can find and end it. */
    started(id: RunId, fence: Fence, { pid, startTime }: ProcessMark): Promise<void> {
      return commits.write(async (trx) => {
        await whereFenced(trx.updateTable('runs').set({ processPid: pid, processStartTime: startTime }), id, fence).execute()
      })
    },

    /** A mark in the row, so that it holds whoever the owner is. */
    requestCancel(id: RunId, at: string): Promise<void> {
      return commits.write(async (trx) => {
        await trx
          .updateTable('runs')
          .set({ cancelRequestedAt: at })
          .where('id', '=', id)
          .where('state', '=', 'running')
          .where('cancelRequestedAt', 'is', null)
          .execute()
      })
    },

    async active(): Promise<Run[]> {
      const rows = await db.selectFrom('runs').selectAll().where('state', 'in', active).orderBy('queueNo').execute()
      return rows.map(runOf)
    },

    async counts(): Promise<{ queued: number; running: number }> {
      const rows = await db
        .selectFrom('runs')
        .select(['state', (e) => e.fn.countAll<number>().as('count')])
        .where('state', 'in', ['queued', 'running'])
        .where('awaitingUpload', '=', 0)
        .groupBy('state')
        .execute()
      const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
      return { queued: of('queued'), running: of('running') }
    },

    /** Those of the names that are names of runs. */
    known: (names: readonly string[]): Promise<ReadonlySet<RunId>> =>
      knownIds(names, (ids) => db.selectFrom('runs').select('id').where('id', 'in', ids).execute()),

    /** The skill snapshots that a run still needs. */
    async digestsInUse(): Promise<string[]> {
      const rows = await db.selectFrom('runs').select('skillDigest').distinct().where('state', 'in', active).execute()
      return rows.map((row) => row.skillDigest)
    },
  }
}

/** Compare-and-set: the state that the move was judged by is in the `where`, and so is the fence. */
async function moveIn(trx: Kysely<Tables>, move: Move): Promise<Run | null> {
  const row = await trx.selectFrom('runs').select(['state', 'pendingInteraction']).where('id', '=', move.run).executeTakeFirst()
  const to = row && next(row.state, move.trigger)
  if (!to) return null
  const update = trx
    .updateTable('runs')
    .set({
      ...columnsOf(move.committed),
      state: to,
      updatedAt: move.at,
      owner: move.begins?.owner ?? null,
      processPid: null,
      processStartTime: null,
      pendingInteraction: null,
      ...(move.trigger === 'restart.preserve_waiting' ? { pendingInteraction: row.pendingInteraction } : {}),
      ...(move.asks ? columnsOfQuestion(move.asks) : {}),
      ...(move.answers ? await columnsOfAnswer(trx, move.answers) : {}),
      ...(move.begins ? { attempt: move.begins.attempt } : {}),
      ...(isTerminal(to) ? { finishedAt: move.at } : {}),
      ...(move.error ? { error: JSON.stringify(move.error) } : {}),
      ...(move.warnings ? { warnings: JSON.stringify(move.warnings) } : {}),
      ...(move.usage ? { usage: JSON.stringify(move.usage) } : {}),
      ...(move.normalizationLevel ? { normalizationLevel: move.normalizationLevel } : {}),
      ...(move.recovery
        ? { recoveryState: move.recovery.state, recoveryReason: move.recovery.reason, recoveredAt: move.at }
        : {}),
    })
    .$if(move.begins !== undefined, (query) => query.set((e) => ({ startedAt: e.fn.coalesce('startedAt', e.val(move.at)) })))
    .$if(move.answers?.answer.resolution === 'auto_decide_timeout', (query) =>
      query.set((e) => ({ autoDecisionCount: e('autoDecisionCount', '+', 1) })),
    )
    .where('state', '=', row.state)
    // A cancel that came in time must not end in a question.
    .$if(move.asks !== undefined, (query) => query.where('cancelRequestedAt', 'is', null))
    .$if(move.answers !== undefined, (query) => query.where('pendingInteraction', '=', move.answers?.interaction ?? 0))
  const fenced = move.fence ? whereFenced(update, move.run, move.fence) : update.where('id', '=', move.run)
  const moved = await fenced.returningAll().executeTakeFirst()
  if (moved && move.asks) await askIn(trx, moved, move.asks, move.at)
  if (moved && move.answers) await answerIn(trx, moved.id, move.answers)
  if (moved) await tellOfMove(trx, moved, move.trigger, move.at)
  if (moved?.cacheKey && isClean(moved)) await enter(trx, moved.projectId, moved.cacheKey, moved.id, move.at)
  return moved ? runOf(moved) : null
}

/** Worth giving to others: it succeeded, and nobody guessed at its meaning. */
const isClean = ({ state, normalizationLevel }: Selectable<RunsTable>): boolean =>
  state === 'succeeded' && normalizationLevel !== 'N3'

function columnsOf({ raspSeq, raspBytes, fcmpSeq, fcmpBytes, lastAt }: CommitPoint) {
  return { raspSeq, raspBytes, fcmpSeq, fcmpBytes, lastEventAt: lastAt }
}

type RunUpdate = UpdateQueryBuilder<Tables, 'runs', 'runs', UpdateResult>

/** Only the attempt that owns the run now may write for it. */
function whereFenced(query: RunUpdate, id: RunId, fence: Fence): RunUpdate {
  return query
    .where('id', '=', id)
    .where('attempt', '=', fence.attempt)
    .where('owner', '=', fence.owner)
    .where('state', '=', 'running')
}
