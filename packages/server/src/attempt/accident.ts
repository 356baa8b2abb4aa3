import type { Logger } from 'pino'
import { runError } from '../domain/failure.ts'
import type { Run, RunError } from '../domain/run.ts'
import { Fenced } from '../events/log-deps.ts'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { Fault } from '../lib/fault.ts'
import { rejectUnsettled } from '../runs/reject-unsettled.ts'
import type { AttemptDeps } from './deps.ts'
import type { Ending } from './ending.ts'

/** Something went wrong that is not the skill's doing: the run still ends, and says why. Null: another attempt owns the run by now. */
export async function endingAfterAccident(
  deps: AttemptDeps,
  { id, warnings }: Run,
  error: unknown,
  logger: Logger,
): Promise<Ending | null> {
  if (error instanceof Fenced) {
    logger.warn({ err: error }, 'the attempt was overtaken by another one')
    return null
  }
  logger.error({ err: error }, 'the attempt failed')
  await rejectUnsettled(deps, id)
  return {
    verdict: { trigger: 'turn.failed', error: accidentOf(error) },
    warnings,
    artifacts: [],
    changes: [],
    normalizationLevel: null,
    usage: null,
    asks: null,
    facts: null,
  }
}

function accidentOf(error: unknown): RunError {
  if (error instanceof Fault) return runError(error.code, error.details)
  const reason = diskTroubleOf(error)
  if (reason) return runError('WORKSPACE_FAILED', { reason })
  return runError(isFileTrouble(error) ? 'WORKSPACE_FAILED' : 'INTERNAL')
}

const isFileTrouble = (error: unknown): boolean => error instanceof Error && 'syscall' in error
