import type { EngineEnd } from '../engine.ts'
import { codeOfStatus, type EngineFailure } from '../failure.ts'

/** Only the reason of its failed turn counts, which its result tells, and what it says where there is none: never words of the model. */
export function qwenFailure({ reason, exit, understood, stderrTail }: EngineEnd): EngineFailure {
  const code = exit.kind === 'exited' ? exit.code : 0
  const complaint = stderrTail.trim() || null
  if (ownLimits.has(code)) return { code: 'ENGINE_FAILED', reason: complaint?.split('\n').at(-1) ?? reason }
  if (reason !== null) return { code: codeOf(reason), reason }
  if (code === 0 || understood || complaint === null) return { code: 'ENGINE_FAILED', reason: null }
  return { code: noSession.test(complaint) ? 'SESSION_RESUME_FAILED' : 'ENGINE_FAILED', reason: complaint }
}

/** It ends with these in the middle of a turn that has become longer than its settings allow, and tells so on stderr alone. */
const ownLimits: ReadonlySet<number> = new Set([53, 55])

const noSession = /^No saved session found with ID /m

const signIn = /^Missing API key|^No auth type is selected|OAuth free tier was discontinued/

/** What stands in brackets is of the provider: without a status it is no answer, or one that nobody can read. */
function codeOf(reason: string): EngineFailure['code'] {
  if (signIn.test(reason)) return 'AUTH_REQUIRED'
  if (!reason.startsWith('[API Error: ')) return 'ENGINE_FAILED'
  const [, digits] = /^\[API Error: (\d{3})\b/.exec(reason) ?? /\(HTTP (\d{3})\)/.exec(reason) ?? []
  return digits === undefined ? 'MODEL_UNAVAILABLE' : codeOfStatus(Number(digits))
}
