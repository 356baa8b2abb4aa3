import type { Json } from './json.ts'
import type { Shape } from './known.ts'
import type { Answer, Call, Failure, FailureStatus, FreeformCall, Usage } from './script.ts'

export type ProtocolName = 'responses' | 'chat' | 'gemini' | 'messages'

/** How one provider speaks: what it may be asked, and how each step looks on its wire. */
export interface Protocol {
  readonly name: ProtocolName
  /** The closed description of a request's body. */
  readonly known: Shape
  readonly hear: (body: Json) => Heard
  readonly answer: (answer: Answer, turn: Turn) => Rendered
  readonly failure: (failure: Failure) => Refusal
  /** Parts of an answer that this provider has no form for. */
  readonly cannot: (answer: Answer) => readonly string[]
}

/** What a request says, in words that do not depend on the provider. */
export interface Heard {
  /** Whether it declares tools that the client runs: those are main requests. */
  readonly main: boolean
  readonly tools: readonly string[]
  readonly said: readonly Utterance[]
  /** How often the model has had its turn in this conversation so far. */
  readonly turns: number
  readonly schema?: Json
}

export interface Utterance {
  readonly by: 'system' | 'user' | 'model' | 'tool'
  readonly text: string
  /** Which call a tool's result answers, where the provider tells. */
  readonly callId?: string
}

/** What an answer is an answer to. */
export interface Turn {
  /** Unique within the conversation, and the step's index for a main request; other ids are made from it. */
  readonly id: string
  readonly model: string
  readonly body: Json
}

/** An answer as bytes: whole for a plain request, as events for a stream. */
export interface Rendered {
  readonly whole: Json
  /** Of a plain request; a stream has long begun with 200 when something fails. */
  readonly wholeStatus: number
  readonly events: readonly string[]
  /** How many events come before anything is finished. */
  readonly mid: number
}

export interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
}

export const chunksOf = (say: Answer['say']): readonly string[] => (typeof say === 'string' ? [say] : (say ?? []))
export const isFreeform = (call: Call): call is FreeformCall => 'input' in call
export const callId = (call: Call, turn: Pick<Turn, 'id'>, index: number): string => call.id ?? `call_${turn.id}_${index}`

/** How many times somebody speaks, where what is said in one go may be several entries. */
export const turnsIn = (entries: readonly Json[], isSpeaking: (entry: Json) => boolean): number =>
  entries.filter((entry, index) => isSpeaking(entry) && !isSpeaking(entries[index - 1] ?? null)).length

/** In two pieces, because a client that cannot join them has a bug. */
export function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== '')
}

export function tokens(usage: Usage = {}): Required<Usage> {
  return { input: 100, cached: 0, output: 20, reasoning: 0, ...usage }
}

/** The seconds that a failure asks to wait, as its own headers tell. */
export function retryAfter(failure: Failure): string | undefined {
  return Object.entries(failure.headers ?? {}).find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
}

/** What is said where the script gives no message of its own. */
export const failureMessages: Readonly<Record<FailureStatus, string>> = {
  400: 'The request is not valid.',
  401: 'The API key is not valid.',
  403: 'This key may not do that.',
  404: 'The model does not exist.',
  413: 'The request is too large.',
  429: 'Too many requests.',
  500: 'The server had an error.',
  503: 'The model is overloaded.',
  529: 'Overloaded',
}
