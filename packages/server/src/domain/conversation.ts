import type { Instant, UploadId } from './run.ts'

export const interactionKinds = ['choose_one', 'confirm', 'fill_fields', 'open_text', 'risk_ack', 'upload_files'] as const
export type InteractionKind = (typeof interactionKinds)[number]

/** What a person is asked, as far as the engine said it. */
export interface Question {
  readonly kind: InteractionKind
  readonly prompt: string
  /** Empty: anything can be answered. */
  readonly options: readonly Option[]
  /** For front ends; nothing here depends on them but `allow_other`. */
  readonly uiHints: Readonly<Record<string, unknown>>
  /** What the engine said is best done when nobody answers; null: it did not say. */
  readonly defaultDecisionPolicy: string | null
  /** Names that a reply to `fill_fields` must hold. */
  readonly requiredFields: readonly string[]
  readonly context: string | null
}

export interface Option {
  /** What a reply says. */
  readonly value: string
  readonly label: string
}

/** A question with its place in the conversation, and what became of it. */
export interface Interaction {
  /** Counts from 1 within the run. */
  readonly id: number
  /** The attempt that asked. */
  readonly attempt: number
  readonly question: Question
  readonly askedAt: Instant
  /** When the runner answers for the person; null: never. */
  readonly expiresAt: Instant | null
  /** Null: nobody has answered yet. */
  readonly answer: Answer | null
}

export interface Answer {
  readonly resolution: 'user_reply' | 'auto_decide_timeout'
  readonly response: unknown
  /** What came with it, below the folder of the reply. */
  readonly files: readonly ReplyFile[]
  /** Under which those were brought; null: there are none, or they were in the folder of the run before it was answered. */
  readonly upload: UploadId | null
  readonly at: Instant
  /** Under which a repeat is known; null: it brought none. */
  readonly key: string | null
}

export interface ReplyFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
}

/** Seconds that a question waits when the request does not say, before the runner may answer it. */
export const usualReplyTimeoutSec = 1200
