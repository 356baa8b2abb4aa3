import { stripVTControlCharacters } from 'node:util'
import type { EngineEnd } from '../engine.ts'
import { codeOfStatus, type EngineFailure } from '../failure.ts'
import { gaveUp } from './patience.ts'

/** Only what it told as the end of its turn counts, in the shape that our reader gave it, and what it says before there is any turn. */
export function opencodeFailure({ reason, exit, understood, stderrTail }: EngineEnd): EngineFailure {
  if (reason !== null) return { code: codeOf(reason), reason }
  const refused = exit.kind === 'exited' && exit.code !== 0 && !understood
  const complaint = refused ? complaintIn(stderrTail) : null
  if (complaint === null) return { code: 'ENGINE_FAILED', reason: null }
  if (/^Error: Session not found$/m.test(complaint)) return { code: 'SESSION_RESUME_FAILED', reason: complaint }
  return { code: aboutSettings.test(complaint) ? 'ENGINE_CONFIG_INVALID' : 'ENGINE_FAILED', reason: complaint }
}

const meanings: readonly (readonly [RegExp, EngineFailure['code']])[] = [
  [/^ProviderAuthError\b/, 'AUTH_REQUIRED'],
  // A request that was never answered has no status.
  [/^APIError: /, 'MODEL_UNAVAILABLE'],
  [/^ProviderModelNotFoundError\b/, 'MODEL_UNAVAILABLE'],
  // What it says of a model that it does not know.
  [
    /^UnknownError: (?:Unexpected server error\.|Model not found|JSON parsing failed|Failed to process successful response)/,
    'MODEL_UNAVAILABLE',
  ],
]

const severalErrors = new RegExp(`^${gaveUp} \\d+ errors: (.*)$`, 's')

const limited = /too many requests|rate.?limit|quota|\b429\b/i

function codeOf(reason: string): EngineFailure['code'] {
  const [, last] = severalErrors.exec(reason) ?? []
  if (last !== undefined) return codeOf(last)
  // It only ever asks again where that may help.
  if (reason.startsWith(`${gaveUp} `)) return limited.test(reason) ? 'RATE_LIMITED' : 'MODEL_UNAVAILABLE'
  const [, digits] = /^APIError (\d{3}): /.exec(reason) ?? []
  if (digits !== undefined) return codeOfStatus(Number(digits))
  return meanings.find(([words]) => words.test(reason))?.[1] ?? 'ENGINE_FAILED'
}

const aboutSettings = /^(?:Error: )?(?:Configuration is invalid|Config file at |Failed to parse JSONC)/m

const chatter = /^timestamp=\S+ level=/

/** All that is no log, without colours and without the place of the file, which is ours. */
const complaintIn = (stderr: string): string | null =>
  stripVTControlCharacters(stderr)
    .split('\n')
    .filter((line) => !chatter.test(line))
    .join('\n')
    .replaceAll(/ at \/\S+/g, '')
    .trim() || null
