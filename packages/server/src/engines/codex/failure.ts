import type { EngineEnd } from '../engine.ts'
import { codeOfStatus, type EngineFailure } from '../failure.ts'

/** Only what it says as the reason of its failed turn counts, and what it says before there is any turn: never words of the model. */
export function codexFailure({ reason, exit, understood, stderrTail }: EngineEnd): EngineFailure {
  if (reason !== null) return { code: codeOf(reason), reason }
  const refused = exit.kind === 'exited' && exit.code !== 0 && !understood
  const complaint = refused ? complaintIn(stderrTail) : null
  if (complaint === null) return { code: 'ENGINE_FAILED', reason: null }
  return { code: codeOfComplaint(complaint), reason: complaint }
}

function codeOfComplaint(complaint: string): EngineFailure['code'] {
  if (noSession.test(complaint)) return 'SESSION_RESUME_FAILED'
  return aboutSettings.test(complaint) ? 'ENGINE_CONFIG_INVALID' : 'ENGINE_FAILED'
}

const noSession = /^Error: thread\/resume\b.*\bno rollout found for thread id\b/m

const status = /^(?:unexpected status|exceeded retry limit, last status:) (\d{3})\b/

const meanings: readonly (readonly [RegExp, EngineFailure['code']])[] = [
  [
    /^Missing environment variable|refresh token|could not be refreshed|\b(?:log ?in|sign in) again|not logged in/i,
    'AUTH_REQUIRED',
  ],
  [/^Quota exceeded|usage limit|rate limit|out of credits|spend cap/i, 'RATE_LIMITED'],
  [/^stream disconnected|^Connection failed|at capacity|high demand|idle timeout|upgrade to Plus/i, 'MODEL_UNAVAILABLE'],
  [/\bmodel\b.*\b(?:not found|not exist|not supported|unavailable)\b/i, 'MODEL_UNAVAILABLE'],
]

function codeOf(reason: string): EngineFailure['code'] {
  const [, digits] = status.exec(reason) ?? []
  if (digits !== undefined) return codeOfStatus(Number(digits))
  return meanings.find(([words]) => words.test(reason))?.[1] ?? 'ENGINE_FAILED'
}

/** What it does not like about its settings, in its own words; other complaints may hold the path of a config file as well. */
const aboutSettings =
  /^Error loading config|^Error: (?:Model provider .* not found|legacy `|failed to read model instructions)|^Error: .*(?:from config\.toml$|default_permissions)/m

const chatter =
  /^(?:WARNING: proceeding|Reading (?:additional input|prompt) from stdin|\d{4}-\d\d-\d\dT\S+ +(?:ERROR|WARN|INFO) )/

/** All that is no chatter. */
const complaintIn = (stderr: string): string | null =>
  stderr
    .split('\n')
    .filter((line) => !chatter.test(line))
    .join('\n')
    .trim() || null
