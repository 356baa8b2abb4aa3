import type { DiagnosticCode } from '@agent-skill-runner/contract/diagnostics.ts'
import type { Span } from './launch.ts'

/** What a parser heard an engine say, and which bytes it said it with. */
export type EngineEvent =
  | { readonly type: 'session'; readonly handle: string; readonly at: Span }
  | { readonly type: 'turn'; readonly phase: Phase; readonly reason: string | null; readonly at: Span }
  | { readonly type: 'message'; readonly text: string; readonly final: boolean; readonly at: Span }
  | { readonly type: 'reasoning'; readonly text: string; readonly at: Span }
  | ({ readonly type: 'tool'; readonly phase: Phase; readonly at: Span } & ToolCall)
  | ({ readonly type: 'usage'; readonly at: Span } & Tokens)
  | { readonly type: 'notice'; readonly code: NoticeCode; readonly message: string; readonly at: Span }
  | Unparsed

/** What an engine tells that is no part of its answer: a retry, a warning, another way of printing than we asked for. */
export type NoticeCode = Extract<
  DiagnosticCode,
  'ENGINE_ERROR_REPORTED' | 'GEMINI_STREAM_JSON_FALLBACK_USED' | 'GEMINI_STDOUT_NOISE' | 'IFLOW_CHANNEL_DRIFT_OBSERVED'
>

export type Phase = 'started' | 'completed' | 'failed'

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly output: string | null
  readonly exitCode: number | null
}

export interface Tokens {
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly costUsd: number | null
}

/** A line that says nothing the parser knows: it stays raw. */
export interface Unparsed {
  readonly type: 'unparsed'
  readonly text: string
  /** Why it ought to have been understood; null: nobody expected it to be (stderr, an empty line). */
  readonly why: string | null
  readonly tooLong: boolean
  readonly at: Span
}
