import type { FcmpEvent } from '@agent-skill-runner/sdk'

type Type = FcmpEvent['type']

export interface LogBytes {
  readonly stream: string
  readonly attempt: number
  readonly from: number
  readonly to: number
}

/** An event as the page keeps it: without what is the same in all of them, or is asked for when somebody looks. */
export type KeptEvent<T extends Type = Type> = {
  [One in T]: {
    readonly seq: number
    readonly ts: string
    readonly type: One
    readonly attempt: number
    /** The first event of the audit that it stands for. */
    readonly rasp: number
    /** How sure the parser was of it, from 0 to 1. */
    readonly confidence: number
    /** The bytes that it was read from; null: it comes from the server itself. */
    readonly bytes: LogBytes | null
    readonly data: Extract<FcmpEvent, { type: One }>['data']
  }
}[T]

/** Of output only so much is kept: there can be any amount of it, and the log has it all. */
export const keptText = 500

export function kept({ seq, ts, type, data, meta, raw_ref: ref }: FcmpEvent): KeptEvent {
  const bytes = ref && { stream: ref.stream, attempt: ref.attempt_number, from: ref.byte_from, to: ref.byte_to }
  const head = { seq, ts, attempt: meta.attempt, rasp: meta.rasp_seq[0] ?? 0, confidence: meta.confidence, bytes }
  if (type !== 'raw.stdout' && type !== 'raw.stderr') return { ...head, type, data } as KeptEvent
  if (data.text.length <= keptText) return { ...head, type, data }
  return { ...head, type, data: { text: copyOf(data.text.slice(0, keptText)), truncated: true } }
}

/** Engines keep a long text alive for the sake of a slice of it. */
const copyOf = (text: string): string => JSON.parse(JSON.stringify(text)) as string
