import type { Line, Span } from '../../domain/launch.ts'
import { isFields, isText, parseObject, textOr } from '../fields.ts'

/** What stands between `<Execution Info>` and `</Execution Info>`, the last words of a turn. */
export interface Block {
  /** The number of its first line. */
  readonly first: number
  readonly text: string
  /** Up to the end of the stream: nothing but empty lines can follow. */
  readonly at: Span
  readonly session: string
  readonly usage: unknown
  /** A budget that was used up; null: it ended by itself. */
  readonly terminationReason: string | null
}

const begins = '<Execution Info>'
const whole = /^<Execution Info>\s*(\{[\s\S]*\})\s*<\/Execution Info>\s*$/

/** A block is a few lines: what is longer is none, and need not be put together. */
const mostLines = 100

/** The last block of a stream, where the stream ends with it; null: there is none. */
export function blockIn(lines: readonly Line[]): Block | null {
  const first = lines.findLastIndex(({ text }) => text.startsWith(begins))
  const block = lines.slice(first)
  const [start] = block
  const end = block.at(-1)
  if (first < 0 || !start || !end || block.length > mostLines || block.some(({ tooLong }) => tooLong)) return null
  const text = block.map((line) => line.text).join('')
  const [, object] = whole.exec(text) ?? []
  const fields = object === undefined ? null : parseObject({ text: object, tooLong: false })
  const session = fields?.['session-id']
  if (!isFields(fields) || !isText(session)) return null
  return {
    first,
    text,
    at: { ...start.at, to: end.at.to },
    session,
    usage: fields['tokenUsage'],
    terminationReason: textOr(fields['terminationReason'], null),
  }
}
