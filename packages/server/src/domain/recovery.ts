import type { ErrorCode } from '@agent-skill-runner/contract/errors.ts'
import { unreachable } from '../lib/unreachable.ts'
import { awaitsUpload, type Run, type RunIn, type Trigger } from './run.ts'

/** The reason on the wire for every run that a stop of the server cut short. */
export const restartInterrupted = 'orchestrator_restart_interrupted'
/** For one whose question can still be answered. */
const waitingPreserved = 'resumable_waiting_preserved'
/** For one that nobody could go on with. */
export const sessionInvalid = 'session_handle_invalid'

export type QueuedPolicy = 'fail' | 'keep'

/** What a restart does with a run it finds: leave it, keep it waiting, or end it with an error; each with a reason. */
export type Recovery =
  | { readonly leave: true }
  | { readonly leave: false; readonly trigger: Trigger; readonly reason: string; readonly error: ErrorCode | null }

/** What a restart finds out about a run that waits. */
export interface Waiting {
  /** When its question was asked; null: the question is lost. */
  readonly askedAt: string | null
  /** Its session can be gone on with. */
  readonly isResumable: boolean
}

export function recoveryOf(run: Run, queued: QueuedPolicy, waiting: Waiting | null): Recovery {
  const interrupted = failed(restartInterrupted, 'ORCHESTRATOR_RESTART_INTERRUPTED')
  switch (run.state) {
    case 'running':
      return interrupted
    case 'queued':
      // Nothing of one that waits for its files was under way: they can come as well after the restart.
      return queued === 'fail' && !awaitsUpload(run) ? interrupted : { leave: true }
    case 'waiting_user':
      return waiting ? recoveryOfWaiting(run, waiting) : { leave: true }
    case 'succeeded':
    case 'failed':
    case 'canceled':
      return { leave: true }
    default:
      return unreachable(run)
  }
}

/** Told once for each question: a second restart finds it told. */
function recoveryOfWaiting(run: RunIn<'waiting_user'>, { askedAt, isResumable }: Waiting): Recovery {
  if (askedAt === null || !isResumable) return failed(sessionInvalid, 'SESSION_RESUME_FAILED')
  const isTold = run.recoveryState === 'recovered_waiting' && run.recoveredAt !== null && run.recoveredAt >= askedAt
  return isTold ? { leave: true } : { leave: false, trigger: 'restart.preserve_waiting', reason: waitingPreserved, error: null }
}

const failed = (reason: string, error: ErrorCode): Recovery => ({
  leave: false,
  trigger: 'restart.reconcile_failed',
  reason,
  error,
})
