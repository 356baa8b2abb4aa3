import { isTerminal, type Move, next, type Run } from '../domain/run.ts'
import type { Ledger } from '../events/log-deps.ts'
import { type ReceiptDeps, receiptOf } from './receipt.ts'

/**
 * The one way in which runs change their state: what ends a run carries its receipt, in the same transaction. So there is none without
 * one, wherever the server stops.
 */
export function signedMoves(deps: ReceiptDeps): Ledger {
  const { runs } = deps.store
  return {
    get: (run) => runs.get(run),
    advance: (run, fence, committed) => runs.advance(run, fence, committed),
    move: (move) => moveSigned(deps, move),
  }
}

async function moveSigned(deps: ReceiptDeps, move: Move): Promise<Run | null> {
  const to = next(move.seen.state, move.trigger)
  return deps.store.runs.move(move, to && isTerminal(to) ? await receiptOf(deps, move, to) : null)
}
