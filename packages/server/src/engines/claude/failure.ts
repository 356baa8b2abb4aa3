import type { EngineEnd } from '../engine.ts'
import { codeOfStatus, type EngineFailure } from '../failure.ts'

/** Only the facts that stand before its words count, and what it says before there is any turn: never words of the model. */
export function claudeFailure({ reason, exit, understood, stderrTail }: EngineEnd): EngineFailure {
  if (reason !== null) return { code: codeOf(reason), reason }
  const refused = exit.kind === 'exited' && exit.code !== 0 && !understood
  const complaint = refused ? stderrTail.trim() || null : null
  if (complaint === null) return { code: 'ENGINE_FAILED', reason: null }
  return { code: aboutSettings.test(complaint) ? 'ENGINE_CONFIG_INVALID' : 'ENGINE_FAILED', reason: complaint }
}

/** As the parser writes them. */
const facts = /^(\w+)(?: (\d{3}))?(?: (\w+))?: /

const meanings: ReadonlyMap<string, EngineFailure['code']> = new Map([
  ['authentication_failed', 'AUTH_REQUIRED'],
  ['oauth_org_not_allowed', 'AUTH_REQUIRED'],
  ['billing_error', 'RATE_LIMITED'],
  ['rate_limit', 'RATE_LIMITED'],
  ['overloaded', 'MODEL_UNAVAILABLE'],
  ['server_error', 'MODEL_UNAVAILABLE'],
  ['connection_failed', 'MODEL_UNAVAILABLE'],
  ['model_not_found', 'MODEL_UNAVAILABLE'],
] as const)

function codeOf(reason: string): EngineFailure['code'] {
  if (reason.startsWith('error_during_execution: No conversation found with session ID')) return 'SESSION_RESUME_FAILED'
  const [, end, status, kind = ''] = facts.exec(reason) ?? []
  if (status !== undefined) return codeOfStatus(Number(status))
  // An answer that nobody can read: it has neither a status nor a name for it.
  if (end === 'api_error' && kind === 'unknown') return 'MODEL_UNAVAILABLE'
  return meanings.get(kind) ?? 'ENGINE_FAILED'
}

const aboutSettings = /^Error: (?:Settings file|Invalid settings|.*--settings)/m
