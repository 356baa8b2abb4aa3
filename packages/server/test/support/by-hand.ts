import assert from 'node:assert/strict'
import type { EngineEvent } from '../../src/domain/engine-event.ts'
import type { Span, Stream } from '../../src/domain/launch.ts'

/** What somebody who read the script of the model and the recorded lines expects, with the lines that say it. */
export type Expected = readonly [lines: Place, event: Said]

/** A line, several of them with both ends, or nothing but the end of the stream. */
type Place = number | readonly [first: number, last: number] | 'end'

/** `raw`: each of these lines stays as it is, and nobody expected more. */
export type Said = 'raw' | (EngineEvent extends infer Event ? (Event extends EngineEvent ? Omit<Event, 'at'> : never) : never)

export interface ByHand {
  readonly stdout: readonly Expected[]
  /** Without it every line is raw. */
  readonly stderr?: readonly Expected[]
}

/** However many lines there are. */
export const everyLineRaw: readonly Expected[] = [[[1, Number.POSITIVE_INFINITY], 'raw']]

export const on = (stream: Stream, events: readonly EngineEvent[]) => events.filter(({ at }) => at.stream === stream)

/** The hand-written events, at the bytes of the lines they name. */
export function expectedOf(expected: readonly Expected[], stream: Stream, bytes: Buffer): unknown[] {
  const spans = spansOf(stream, bytes)
  return expected.flatMap(([place, event]): unknown[] => {
    if (place === 'end') return event === 'raw' ? [] : [{ ...event, at: { stream, from: bytes.length, to: bytes.length } }]
    const [first, last] = typeof place === 'number' ? [place, place] : place
    const named = spans.slice(first - 1, last)
    if (event === 'raw') return named.map((at) => ({ type: 'unparsed', text: textAt(bytes, at), why: null, tooLong: false, at }))
    return [{ ...event, at: { stream, from: named[0]?.from, to: named.at(-1)?.to } }]
  })
}

const textAt = (bytes: Buffer, { from, to }: Span): string => bytes.subarray(from, to).toString('utf8')

function spansOf(stream: Stream, bytes: Buffer): Span[] {
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([place]) => place + 1)
  if (bytes.length > (ends.at(-1) ?? 0)) ends.push(bytes.length)
  return ends.map((to, index) => ({ stream, from: ends[index - 1] ?? 0, to }))
}

export function assertInOrder(events: readonly EngineEvent[]): void {
  const starts = events.map(({ at }) => at.from)
  assert.deepEqual(
    starts,
    starts.toSorted((a, b) => a - b),
  )
}
