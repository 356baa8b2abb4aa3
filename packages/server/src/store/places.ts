import { noRoomFor } from '../domain/share.ts'
import { Fault } from '../lib/fault.ts'
import type { Sql } from './sql.ts'

/** Where a run stands in the queue. */
export interface Place {
  readonly queueNo: number
  readonly queueRound: number
}

/** What the indexes `runs_by_round` and `runs_by_caller` hold. */
export const inLine = { text: "state = 'queued' and awaiting_upload = 0", values: [] }

/** The end of the line, if there is room for one more of this caller. */
export async function nextPlace(trx: Sql, caller: string, limit: number): Promise<Place> {
  const noRoom = noRoomFor(caller, await waitingByCaller(trx, 0), limit)
  if (noRoom) throw new Fault('QUEUE_FULL', { ...noRoom })
  return endOfLine(trx, caller)
}

/** Runs that wait for their files take no place in the queue, but they too are only so many. */
export async function requireRoomToAwait(trx: Sql, caller: string, limit: number): Promise<void> {
  const noRoom = noRoomFor(caller, await waitingByCaller(trx, 1), limit)
  if (!noRoom) return
  const { queued: awaiting_upload, caller_queued, ...rest } = noRoom
  throw new Fault('UPLOADS_PENDING', { awaiting_upload, ...(caller_queued ? { caller_awaiting: caller_queued } : {}), ...rest })
}

/** Counted in the index alone: the cost grows with what waits, and not with what there ever was. */
async function waitingByCaller(trx: Sql, awaitingUpload: 0 | 1): Promise<ReadonlyMap<string, number>> {
  const rows = await trx.all<{ caller: string; count: number }>(
    `select caller, count(*) as "count" from runs where state = 'queued' and awaiting_upload = ? group by caller`,
    [awaitingUpload],
  )
  return new Map(rows.map(({ caller, count }) => [caller, count]))
}

/** The next place, whether or not there is room: who was let in once is not turned away when it comes back with a reply. */
export async function endOfLine(trx: Sql, caller: string): Promise<Place> {
  const last = await trx.first<{ no: number | null }>('select max(queue_no) as "no" from runs')
  return { queueNo: (last?.no ?? 0) + 1, queueRound: await roundOf(trx, caller) }
}

/**
 * In each round every caller starts one run, so that nobody stands behind a hundred of somebody else. The round after the caller's last one;
 * of a caller that does not wait yet, the one that is under way.
 */
async function roundOf(trx: Sql, caller: string): Promise<number> {
  const own = await trx.first<Round>(`select max(queue_round) as "round" from runs where ${inLine.text} and caller = ?`, [caller])
  if (typeof own?.round === 'number') return own.round + 1
  const current = await trx.first<Round>(`select min(queue_round) as "round" from runs where ${inLine.text}`)
  return current?.round ?? 0
}

interface Round {
  readonly round: number | null
}
