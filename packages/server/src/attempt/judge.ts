import { type Spending, spendingDetails } from '../domain/budget.ts'
import { runError } from '../domain/failure.ts'
import type { Exit } from '../domain/launch.ts'
import type { RunError, StopCause, Trigger } from '../domain/run.ts'
import type { EngineFailure } from '../engines/failure.ts'
import { tellsOfShortage } from '../lib/shortage.ts'
import { unreachable } from '../lib/unreachable.ts'
import type { TurnMeaning } from '../talk/completion.ts'
import { errorOfEnd, overLimit } from './ended-for.ts'

/** What is known when an attempt is over. */
export interface Evidence {
  readonly exit: Exit
  /** Of a turn that did not fail. */
  readonly meaning: TurnMeaning
  /** The engine began a new session instead of resuming that of the conversation. */
  readonly lostSession: boolean
  /** Why its session cannot be resumed; null: it can. */
  readonly sessionObstacle: string | null
  readonly maxAttempt: number | null
  /** The failure that the engine reports; null: it was a script, or the engine did not fail. */
  readonly engineFailure: EngineFailure | null
  /** The problem that the engine was retrying when it was ended; null: none. */
  readonly retrying: string | null
  /** Null: it was not asked to end. */
  readonly endedFor: StopCause | null
  /** The budget that the run has passed; null: none. */
  readonly overBudget: Spending | null
  readonly stderrTail: string
  readonly timeoutSec: number
  readonly outcome: { readonly ok: true } | { readonly ok: false; readonly error: RunError } | null
  readonly missingArtifacts: readonly string[]
  /** Variables that the script needs and did not get, with the reason. */
  readonly missingEnv: Readonly<Record<string, string>>
}

export interface Verdict {
  readonly trigger: Trigger
  readonly error: RunError | null
}

/** The verdict: what the outcome of the attempt means for the run. */
export function judge(evidence: Evidence): Verdict {
  const failure = failureOf(evidence)
  if (!failure) return { trigger: evidence.meaning === 'ask' ? 'turn.needs_input' : 'turn.succeeded', error: null }
  return failed(failure)
}

/** What an error means for the run. */
export function failed(error: RunError): Verdict {
  if (error.code === 'CANCELED_BY_USER') return { trigger: 'run.canceled', error }
  return { trigger: error.code === 'ORCHESTRATOR_RESTART_INTERRUPTED' ? 'restart.reconcile_failed' : 'turn.failed', error }
}

function failureOf(evidence: Evidence): RunError | null {
  const { exit, stderrTail, timeoutSec, outcome, missingArtifacts } = evidence
  // It was ended for that.
  if (evidence.lostSession) return runError('SESSION_RESUME_FAILED', { reason: 'The engine began another session.' })
  // However it ended: whether it was ended for that, or told what it used only at its end, is a matter of milliseconds.
  if (evidence.overBudget !== null && evidence.endedFor === null)
    return runError('BUDGET_EXCEEDED', spendingDetails(evidence.overBudget))
  switch (exit.kind) {
    case 'canceled':
      return errorOfEnd(evidence.endedFor ?? 'canceled')
    case 'timed_out':
      return runError('TIMEOUT', { timeout_sec: timeoutSec, ...atWork(evidence) })
    case 'silent':
      return runError('ENGINE_SILENT', atWork(evidence))
    case 'too_much_output':
      return runError('OUTPUT_LIMIT')
    case 'limit_exceeded':
      return overLimit(exit)
    case 'not_started':
      return tellsOfShortage(exit.reason)
        ? runError('SERVER_BUSY', { reason: exit.reason })
        : childError(evidence, { reason: exit.reason })
    case 'signaled':
      return childError(evidence, { signal: exit.signal, stderr_tail: stderrTail })
    case 'exited':
      if (exit.code !== 0 || evidence.engineFailure !== null)
        return childError(evidence, { exit_code: exit.code, stderr_tail: stderrTail })
      if (evidence.meaning === 'too_many_attempts')
        return runError('INTERACTIVE_MAX_ATTEMPT_EXCEEDED', { max_attempt: evidence.maxAttempt })
      if (evidence.meaning === 'no_session')
        return runError('SESSION_RESUME_FAILED', {
          reason: `Nobody could answer its question. ${evidence.sessionObstacle ?? ''}`,
        })
      if (evidence.meaning === 'ask') return null
      if (outcome && !outcome.ok) return outcome.error
      return missingArtifacts.length > 0 ? runError('ARTIFACT_MISSING', { missing: missingArtifacts }) : null
    default:
      return unreachable(exit)
  }
}

/** An engine also says why, when it can. */
function childError(evidence: Evidence, details: RunError['details']): RunError {
  const { engineFailure, missingEnv } = evidence
  const isMissing = Object.keys(missingEnv).length > 0
  if (engineFailure === null) return runError('SCRIPT_FAILED', isMissing ? { ...details, missing_env: missingEnv } : details)
  const { code, reason } = engineFailure
  return runError(code, { ...(reason === null ? {} : { reason }), ...details, ...atWork(evidence) })
}

/** What it was retrying, to explain where its time went. */
const atWork = ({ retrying }: Evidence): RunError['details'] => (retrying === null ? {} : { retrying })
