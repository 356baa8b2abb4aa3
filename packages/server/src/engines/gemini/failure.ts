import { stripVTControlCharacters } from 'node:util'
import type { EngineEnd } from '../engine.ts'
import { codeOfStatus, type EngineFailure } from '../failure.ts'

/** Its exit code tells more than its words: that of the provider's answer, as far as a byte can hold it, or one of its own. */
export function geminiFailure({ reason, exit, understood, stderrTail }: EngineEnd): EngineFailure {
  const code = exit.kind === 'exited' ? exit.code : null
  if (reason !== null) return { code: codeOf(reason, code), reason }
  if (code === null || code === 0 || understood) return { code: 'ENGINE_FAILED', reason: null }
  const complaint = complaintIn(stderrTail)
  if (code === badInput && noSession.test(complaint ?? '')) return { code: 'SESSION_RESUME_FAILED', reason: complaint }
  return { code: ofItsOwn[code] ?? 'ENGINE_FAILED', reason: complaint }
}

/** A prompt that it cannot read ends with the same code as a session that is not there. */
const badInput = 42
const noSession = /^Error resuming session: /m

const ofItsOwn: Readonly<Record<number, EngineFailure['code']>> = {
  41: 'AUTH_REQUIRED',
  52: 'ENGINE_CONFIG_INVALID',
}

const meanings: readonly (readonly [RegExp, EngineFailure['code']])[] = [
  // The provider calls a wrong key a bad request.
  [/API key not valid|API_KEY_INVALID/, 'AUTH_REQUIRED'],
  [/^(?:exception TypeError: )?fetch failed|ECONNREFUSED|ENOTFOUND|socket hang up/, 'MODEL_UNAVAILABLE'],
  [/^Model stream ended without a finish reason/, 'MODEL_UNAVAILABLE'],
  [/^You (?:exceeded your current|have exhausted your \w+) quota/, 'RATE_LIMITED'],
]

function codeOf(told: string, exitCode: number | null): EngineFailure['code'] {
  // stream-json wraps what went wrong; a document does not.
  const reason = told.replace(/^\[API Error: /, '')
  const own = exitCode === null ? undefined : ofItsOwn[exitCode]
  const meant = own ?? meanings.find(([words]) => words.test(reason))?.[1]
  const status = statusIn(reason) ?? statusOfExit(exitCode)
  return meant ?? (status === null ? codeWithoutStatus(told, exitCode) : codeOfStatus(status))
}

/** No answer, one that nobody can read, or that there is no such model: while it speaks with the provider it has no other code for these. */
const codeWithoutStatus = (told: string, exitCode: number | null): EngineFailure['code'] =>
  exitCode === 1 && told.startsWith('[API Error: ') ? 'MODEL_UNAVAILABLE' : 'ENGINE_FAILED'

function statusIn(reason: string): number | null {
  const [, digits] = /^\{"error":\{"code":(\d{3})\b/.exec(reason) ?? []
  return digits === undefined ? null : Number(digits)
}

/** A status less 256 or less 512: 401 is 145, 529 is 17. Codes of its own, of Node and of signals lie in between. */
function statusOfExit(code: number | null): number | null {
  if (code === null) return null
  if (code >= 400 - 256 && code < 255) return code + 256
  return code >= 520 - 512 && code <= 530 - 512 ? code + 512 : null
}

const chatter = /^(?:YOLO mode is enabled|Approval mode overridden|\[STARTUP\]|Warning: |Ripgrep is not available|\s+at )/

/** The last lines, without colours and chatter: what it says before it gives up. */
const complaintIn = (stderr: string): string | null =>
  stripVTControlCharacters(stderr)
    .trim()
    .split('\n')
    .filter((line) => !chatter.test(line))
    .slice(-4)
    .join('\n')
    .trim() || null
