import type { EngineEnd } from '../engine.ts'
import { codeOfStatus, type EngineFailure } from '../failure.ts'

/** Only the reason of its failed turn counts, which its result tells: never words of the model. */
export function qwenFailure({ reason, exit, understood, stderrTail }: EngineEnd): EngineFailure {
  if (reason !== null) return { code: codeOf(reason), reason }
  const refused = exit.kind === 'exited' && exit.code !== 0 && !understood
  return { code: 'ENGINE_FAILED', reason: refused ? stderrTail.trim() || null : null }
}

const signIn = /^Missing API key|^No auth type is selected|OAuth free tier was discontinued/

/** What stands in brackets is of the provider: without a status it is no answer, or one that nobody can read. */
function codeOf(reason: string): EngineFailure['code'] {
  if (signIn.test(reason)) return 'AUTH_REQUIRED'
  if (!reason.startsWith('[API Error: ')) return 'ENGINE_FAILED'
  const [, digits] = /^\[API Error: (\d{3})\b/.exec(reason) ?? /\(HTTP (\d{3})\)/.exec(reason) ?? []
  return digits === undefined ? 'MODEL_UNAVAILABLE' : codeOfStatus(Number(digits))
}
