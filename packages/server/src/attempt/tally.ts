import type { Stream } from '../domain/launch.ts'
import type { RaspDraft } from '../events/rasp.ts'

/** Counters of a running attempt. Their size does not depend on how much it prints. */
export interface Tally {
  kept(stream: Stream, bytes: number): void
  heard(drafts: readonly RaspDraft[]): void
  counts(): Counts
}

export interface Counts {
  readonly bytes: Readonly<Record<Stream, number>>
  /** Pieces that the bytes came in. */
  readonly chunks: number
  /** Bytes that only raw events account for. */
  readonly rawBytes: number
  /** How often the parser used a fallback. */
  readonly fallbacks: number
  /** Lines that it could not parse. */
  readonly unknownLines: number
}

export function openTally(): Tally {
  const bytes = { stdout: 0, stderr: 0 }
  let [chunks, rawBytes, fallbacks, unknownLines] = [0, 0, 0, 0]
  return {
    kept(stream, count) {
      bytes[stream] += count
      chunks += 1
    },
    heard(drafts) {
      for (const { type, at, data } of drafts) {
        if (at && (type === 'raw.stdout' || type === 'raw.stderr')) rawBytes += at.to - at.from
        if (type !== 'diagnostic.warning') continue
        if (fallbackCodes.includes(data.code)) fallbacks += 1
        if (data.code === unparsed) unknownLines += data.count ?? 1
      }
    },
    counts: () => ({ bytes: { ...bytes }, chunks, rawBytes, fallbacks, unknownLines }),
  }
}

const unparsed = 'UNPARSED_CONTENT_FELL_BACK_TO_RAW'
const fallbackCodes: readonly string[] = [unparsed, 'GEMINI_STREAM_JSON_FALLBACK_USED']
