import { runError } from '../domain/failure.ts'
import type { RunError, StopCause } from '../domain/run.ts'
import { Fenced } from '../events/log-deps.ts'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { Fault } from '../lib/fault.ts'
import { isShortage } from '../lib/shortage.ts'
import { codeOf } from '../lib/thrown.ts'
import { rejectUnsettled } from '../runs/reject-unsettled.ts'
import { dropWritten } from '../workspace/written.ts'
import type { AttemptDeps } from './deps.ts'
import { endedFor, errorOfEnd, isEndedForRoom } from './ended-for.ts'
import type { Ending } from './ending.ts'
import { failed } from './judge.ts'
import type { Claimed } from './prepare.ts'

/** The ending of an attempt that failed for a reason other than the skill. Null: another attempt owns the run by now. */
export async function endingAfterAccident(
  deps: AttemptDeps,
  { run: { id, warnings }, signal, logger }: Claimed,
  error: unknown,
): Promise<Ending | null> {
  if (error instanceof Fenced) {
    logger.warn({ err: error }, 'another attempt took over; this one is dropped')
    return null
  }
  logger.error({ err: error }, 'the attempt failed')
  await rejectUnsettled(deps, id)
  if (isEndedForRoom(signal)) await dropWritten(deps.layout.run(id))
  return {
    verdict: failed(accidentOf(error, endedFor(signal))),
    warnings,
    artifacts: [],
    changes: [],
    normalizationLevel: null,
    usage: null,
    asks: null,
    facts: null,
  }
}

function accidentOf(error: unknown, endedFor: StopCause | null): RunError {
  if (error instanceof Fault) return runError(error.code, error.details)
  if (isShortage(error)) return runError('SERVER_BUSY', { reason: codeOf(error) })
  const reason = diskTroubleOf(error)
  // The run was being ended already: that is its error, not the full disk.
  if (reason && endedFor) return errorOfEnd(endedFor)
  if (reason) return runError('WORKSPACE_FAILED', { reason })
  return runError(isFileTrouble(error) ? 'WORKSPACE_FAILED' : 'INTERNAL')
}

const isFileTrouble = (error: unknown): boolean => error instanceof Error && 'syscall' in error
