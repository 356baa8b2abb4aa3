import { runError } from '../domain/failure.ts'
import type { Exceeded } from '../domain/resource-limit.ts'
import type { RunError, StopCause } from '../domain/run.ts'

/** Why the attempt of this signal was ended; null: it was not. */
export const endedFor = ({ aborted, reason }: AbortSignal): StopCause | null => (aborted ? reason : null)

export const overLimit = ({ limit, allowed, used }: Exceeded): RunError => runError('RESOURCE_LIMIT', { limit, allowed, used })

/** The error of a run that was ended for this reason. */
export function errorOfEnd(cause: StopCause): RunError {
  if (cause === 'canceled') return runError('CANCELED_BY_USER')
  return cause === 'shutdown' ? runError('ORCHESTRATOR_RESTART_INTERRUPTED') : overLimit(cause)
}

/** Whether the run was ended because the disk is full; its files are deleted then. */
export const isEndedForRoom = (signal: AbortSignal): boolean => {
  const cause = endedFor(signal)
  return typeof cause === 'object' && cause?.limit === 'disk_free_bytes'
}
