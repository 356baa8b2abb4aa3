import type { Json, JsonObject } from './json.ts'

/** What a scene plays: one step for each main request, in order. */
export interface Script {
  readonly steps: readonly Step[]
  /**
   * How a main request finds its step: the next one of the scene (`arrival`, if left out), or the one behind as many turns of the model
   * as its own history has (`conversation`), so that any number of clients can play the same script at once.
   */
  readonly order?: Order
  /** Answers every side request (titles, routing); a fixed answer that fits the asked schema if left out. */
  readonly side?: Step
  /** API keys that are accepted; any if left out. */
  readonly keys?: readonly string[]
}

export const orders = ['arrival', 'conversation'] as const
type Order = (typeof orders)[number]

/** One thing that the model does. Plain JSON, so a script can be a file. */
export type Step = Answer | Failure | Garble | Redirect | Empty

interface Expecting {
  readonly expect?: Expectation
}

/** The model speaks: thoughts, then text, then tool calls. `{ say: [] }` is an answer without content. */
export interface Answer extends Expecting {
  /** A list is streamed in these chunks. */
  readonly say?: string | readonly string[]
  readonly think?: string
  readonly calls?: readonly Call[]
  readonly usage?: Usage
  /** The provider's own word for why it ended, such as `length`, `MAX_TOKENS` or `refusal`. */
  readonly finish?: string
  /** Milliseconds between two events of the stream. */
  readonly gap?: number
  /** Waits for `scene.release()`: before anything is sent, or when all is said but nothing is finished. */
  readonly stall?: Moment
  /** Ends the connection at that moment. */
  readonly cut?: Moment
  /** Ends the stream with the provider's own error event; Gemini has none. */
  readonly failed?: { readonly code: string; readonly message: string }
  /** OpenAI Responses only: ends with `response.incomplete` and this reason. */
  readonly incomplete?: string
}

export type Moment = 'before' | 'mid'
export type Call = FunctionCall | FreeformCall

export interface FunctionCall {
  readonly name: string
  readonly args: JsonObject
  /** OpenAI Responses only: the tool server that the tool belongs to. */
  readonly namespace?: string
  readonly id?: string
}

/** A tool that takes free text instead of JSON; OpenAI protocols only. */
export interface FreeformCall {
  readonly name: string
  readonly input: string
  readonly id?: string
}

/** Tokens. `cached` is the part of `input` that came from a cache, `reasoning` the part of `output` that was thought. */
export interface Usage {
  readonly input?: number
  readonly cached?: number
  readonly output?: number
  readonly reasoning?: number
}

/** An HTTP error in the shape that the provider really uses. */
export interface Failure extends Expecting {
  readonly status: FailureStatus
  readonly message?: string
  /** The provider's machine-readable word: OpenAI `code`, Gemini `reason`, Anthropic `type`. */
  readonly code?: string
  /** Instead of the provider's shape. */
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

export const failureStatuses = [400, 401, 403, 404, 413, 429, 500, 503, 529] as const
export type FailureStatus = (typeof failureStatuses)[number]

/** A stream that begins well and breaks, or exactly this text instead of a body. */
export interface Garble extends Expecting {
  readonly garble: true | string
}

/** 307 to another address. */
export interface Redirect extends Expecting {
  readonly redirect: string
}

/** 200 and not one byte more. */
export interface Empty extends Expecting {
  readonly empty: true
}

/** What the request must look like; whatever does not hold becomes a problem of the scene. */
export interface Expectation {
  /** Some text of the user contains this. */
  readonly prompt?: string
  /** Each is contained in a later text of the conversation than the one before. */
  readonly history?: readonly string[]
  /** Tools that must be declared; one of a tool server is written `server.tool`. */
  readonly tools?: readonly string[]
  /** The JSON schema that the answer is asked to follow, compared whole. */
  readonly schema?: Json
  /** Header values, compared whole. */
  readonly header?: Readonly<Record<string, string>>
  /** A result of the calls that the script made last contains this. */
  readonly toolResult?: string
}
