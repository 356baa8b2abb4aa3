import { runError } from '../domain/failure.ts'
import type { Exit } from '../domain/launch.ts'
import type { RunError, Trigger } from '../domain/run.ts'
import type { EngineFailure } from '../engines/failure.ts'
import { unreachable } from '../lib/unreachable.ts'
import type { TurnMeaning } from '../talk/completion.ts'

/** What is known when an attempt is over. */
export interface Evidence {
  readonly exit: Exit
  /** Of a turn that did not fail. */
  readonly meaning: TurnMeaning
  /** The engine began a session of its own instead of going on with the one of the conversation. */
  readonly lostSession: boolean
  /** Why nobody could go on with its session; null: somebody could. */
  readonly sessionObstacle: string | null
  readonly maxAttempt: number | null
  /** What the engine makes of it, where it failed; null: it was a script, or the engine did not fail. */
  readonly engineFailure: EngineFailure | null
  /** What the engine reported as going wrong when it was ended; null: nothing, or it had got over it. */
  readonly retrying: string | null
  /** The server is stopping: the run was ended for that, and nobody canceled it. */
  readonly interrupted: boolean
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

/** What the attempt means for the run. */
export function judge(evidence: Evidence): Verdict {
  const failure = failureOf(evidence)
  if (!failure) return { trigger: evidence.meaning === 'ask' ? 'turn.needs_input' : 'turn.succeeded', error: null }
  if (failure.code === 'CANCELED_BY_USER') return { trigger: 'run.canceled', error: failure }
  if (failure.code === 'ORCHESTRATOR_RESTART_INTERRUPTED') return { trigger: 'restart.reconcile_failed', error: failure }
  return { trigger: 'turn.failed', error: failure }
}

function failureOf(evidence: Evidence): RunError | null {
  const { exit, interrupted, stderrTail, timeoutSec, outcome, missingArtifacts } = evidence
  // It was ended for that.
  if (evidence.lostSession) return runError('SESSION_RESUME_FAILED', { reason: 'The engine began another session.' })
  switch (exit.kind) {
    case 'canceled':
      return interrupted ? runError('ORCHESTRATOR_RESTART_INTERRUPTED') : runError('CANCELED_BY_USER')
    case 'timed_out':
      return runError('TIMEOUT', { timeout_sec: timeoutSec, ...atWork(evidence) })
    case 'silent':
      return runError('ENGINE_SILENT', atWork(evidence))
    case 'too_much_output':
      return runError('OUTPUT_LIMIT')
    case 'not_started':
      return childError(evidence, { reason: exit.reason })
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

/** What it was trying again, for those who wonder where its time went. */
const atWork = ({ retrying }: Evidence): RunError['details'] => (retrying === null ? {} : { retrying })
