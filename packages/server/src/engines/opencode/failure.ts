import { stripVTControlCharacters } from 'node:util'
import type { EngineEnd } from '../engine.ts'
import { codeOfStatus, type EngineFailure } from '../failure.ts'
import { errorFields } from './log-line.ts'
import { gaveUp } from './patience.ts'

/** Only what it told as the end of its turn counts, in the shape that our reader gave it, and what it says before there is any turn. */
export function opencodeFailure({ reason, exit, understood, stderrTail }: EngineEnd): EngineFailure {
  if (reason !== null) return told(reason, stderrTail)
  const refused = exit.kind === 'exited' && exit.code !== 0 && !understood
  const complaint = refused ? complaintIn(stderrTail) : null
  if (complaint === null) return { code: 'ENGINE_FAILED', reason: null }
  if (/^Error: Session not found$/m.test(complaint)) return { code: 'SESSION_RESUME_FAILED', reason: complaint }
  return { code: aboutSettings.test(complaint) ? 'ENGINE_CONFIG_INVALID' : 'ENGINE_FAILED', reason: complaint }
}

/** Of an error inside of itself it only says where to look: what it was stands in its log. */
function told(reason: string, stderrTail: string): EngineFailure {
  const cause = reason.startsWith('UnknownError: Unexpected server error.') ? causeIn(stderrTail) : null
  return { code: codeOf(cause ?? reason), reason: cause ?? reason }
}

const causeIn = (stderr: string): string | null =>
  stderr
    .split('\n')
    .map((text) => errorFields({ text, tooLong: false }))
    .findLast((fields) => fields?.get('message') === 'failed')
    ?.get('error') ?? null

const meanings: readonly (readonly [RegExp, EngineFailure['code']])[] = [
  [/^ProviderAuthError\b/, 'AUTH_REQUIRED'],
  // A request that was never answered has no status.
  [/^APIError: /, 'MODEL_UNAVAILABLE'],
  [/^ProviderModelNotFoundError\b/, 'MODEL_UNAVAILABLE'],
  [/^Error: default agent ".*" not found$/, 'ENGINE_CONFIG_INVALID'],
  // The base URL of a provider.
  [/^UnknownError: ".*" cannot be parsed as a URL\.$/, 'ENGINE_CONFIG_INVALID'],
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

/** Of a long file only the end of the complaint is left. */
const aboutSettings =
  /^(?:Error: )?(?:Configuration is invalid|Config file (?:at \S+ )?is not valid|Failed to parse JSONC)|^--- End ---$/m

const chatter = /^timestamp=\S+ level=/

/** It repeats the whole file before it says what is wrong with it. */
const repeatedFile = /^--- JSONC Input ---\n[\s\S]*?^(?=--- Errors ---$)/m

/** All that is no log, without colours and without the place of the file, which is ours. */
const complaintIn = (stderr: string): string | null =>
  stripVTControlCharacters(stderr)
    .split('\n')
    .filter((line) => !chatter.test(line))
    .join('\n')
    .replace(repeatedFile, '')
    .replaceAll(/ at \/\S+/g, '')
    .trim() || null
