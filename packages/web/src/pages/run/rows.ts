import type { KeptEvent } from './kept-event.ts'

/** What a person sees as one thing: a message, a tool call from its start to its end, a question. */
export type Row =
  | { readonly kind: 'message'; readonly first: KeptEvent; readonly text: string; readonly isFinal: boolean }
  | { readonly kind: 'reasoning'; readonly first: KeptEvent; readonly text: string }
  | { readonly kind: 'tool'; readonly first: KeptEvent<'assistant.tool_call'>; readonly last: KeptEvent<'assistant.tool_call'> }
  | { readonly kind: 'question'; readonly first: KeptEvent<'user.input.required'> }
  | { readonly kind: 'reply'; readonly first: KeptEvent<'interaction.reply.accepted'>; readonly asked: Asked }
  | { readonly kind: 'timeout'; readonly first: KeptEvent<'interaction.auto_decide.timeout'> }
  | { readonly kind: 'artifact'; readonly first: KeptEvent<'artifact.created'> }
  | { readonly kind: 'diagnostic'; readonly first: KeptEvent<'diagnostic.warning'> }
  | { readonly kind: 'output'; readonly first: KeptEvent<'raw.stdout' | 'raw.stderr'> }
  | { readonly kind: 'state'; readonly first: KeptEvent<'conversation.state.changed'> }
  | {
      readonly kind: 'end'
      readonly first: KeptEvent<'conversation.completed' | 'conversation.failed' | 'conversation.canceled'>
    }

/** The kind of question that a reply answers; null: none was seen. */
type Asked = KeptEvent<'user.input.required'>['data']['kind'] | null

export const views = ['conversation', 'timeline', 'all'] as const
/** How much of a run is shown: what people said, what happened, or everything. */
export type View = (typeof views)[number]

const shownIn: Readonly<Record<View, readonly Row['kind'][]>> = {
  conversation: ['message', 'tool', 'question', 'reply', 'timeout', 'end'],
  timeline: ['message', 'reasoning', 'tool', 'question', 'reply', 'timeout', 'artifact', 'diagnostic', 'end'],
  all: ['message', 'reasoning', 'tool', 'question', 'reply', 'timeout', 'artifact', 'diagnostic', 'output', 'state', 'end'],
}

export const rowsIn = (view: View, rows: readonly Row[]): readonly Row[] =>
  rows.filter(({ kind }) => shownIn[view].includes(kind))

/** The first view that shows the row of an event; null: there is no such row, or not yet. */
export function viewOf(rows: readonly Row[], seq: number): View | null {
  const row = rows.find(({ first }) => first.seq === seq)
  return (row && views.find((view) => shownIn[view].includes(row.kind))) ?? null
}

/** Less sure than this, and the server warns of its own reading (docs/events.md). */
const leastConfidence = 0.7

/** What the parser was not sure of. What was printed is told as it is, so there is nothing to be sure of. */
export const doubtfulIn = (rows: readonly Row[]): readonly Row[] =>
  rows.filter(({ kind, first }) => first.confidence < leastConfidence && kind !== 'output' && kind !== 'diagnostic')

/** The row that was read from a byte of a log: the shortest where several were, for it says most; null: none was. */
export function rowAtByte(rows: readonly Row[], at: { stream: string; attempt: number; byte: number }): Row | null {
  const length = ({ first: { bytes } }: Row) => (bytes ? bytes.to - bytes.from : 0)
  const holds = ({ first: { bytes } }: Row) =>
    bytes !== null && bytes.stream === at.stream && bytes.attempt === at.attempt && bytes.from <= at.byte && at.byte < bytes.to
  return rows.filter(holds).toSorted((one, other) => length(one) - length(other))[0] ?? null
}

/** Rows of events that come in order. Later events change the row of an earlier one where they are about the same thing. */
export class RowFold {
  readonly #rows: Row[] = []
  readonly #places = new Map<string, number>()
  #asked: Asked = null

  push(event: KeptEvent): void {
    const key = keyOf(event)
    const place = key === null ? undefined : this.#places.get(key)
    if (event.type === 'user.input.required') this.#asked = event.data.kind
    const row = rowOf(event, place === undefined ? null : (this.#rows[place] ?? null), this.#asked)
    if (row === null) return
    if (place !== undefined) this.#rows[place] = row
    else {
      if (key !== null) this.#places.set(key, this.#rows.length)
      this.#rows.push(row)
    }
  }

  /** As they are now; later events do not change it. */
  rows(): readonly Row[] {
    return this.#rows.slice()
  }
}

/** Events with the same key are one row. */
function keyOf({ type, data, attempt }: KeptEvent): string | null {
  if (type === 'assistant.tool_call') return `tool ${attempt} ${data.call_id}`
  const isMessage = type === 'assistant.message.final' || type === 'assistant.message.intermediate'
  return isMessage ? `message ${data.message_id}` : null
}

function rowOf(event: KeptEvent, before: Row | null, asked: Asked): Row | null {
  switch (event.type) {
    case 'assistant.message.final':
    case 'assistant.message.intermediate': {
      const isFinal = event.type === 'assistant.message.final'
      return { kind: 'message', first: before?.first ?? event, text: event.data.text, isFinal }
    }
    case 'assistant.reasoning':
      return { kind: 'reasoning', first: event, text: event.data.text }
    case 'assistant.tool_call':
      return { kind: 'tool', first: before?.kind === 'tool' ? before.first : event, last: event }
    case 'user.input.required':
      return { kind: 'question', first: event }
    case 'interaction.reply.accepted':
      return { kind: 'reply', first: event, asked }
    case 'interaction.auto_decide.timeout':
      return { kind: 'timeout', first: event }
    case 'artifact.created':
      return { kind: 'artifact', first: event }
    case 'diagnostic.warning':
      return { kind: 'diagnostic', first: event }
    case 'raw.stdout':
    case 'raw.stderr':
      return { kind: 'output', first: event }
    case 'conversation.state.changed':
      return { kind: 'state', first: event }
    case 'conversation.completed':
    case 'conversation.failed':
    case 'conversation.canceled':
      return { kind: 'end', first: event }
    default:
      return null
  }
}

/** A message as a person reads it: without the block of the question, which is shown as one, and without the marker of the end. */
export const readable = (text: string): string =>
  text
    .replace(/<ASK_USER_YAML>[\s\S]*?<\/ASK_USER_YAML>/g, '')
    .replace(/\{\s*"__SKILL_DONE__"\s*:\s*true\s*\}/g, '')
    .replace(/^[ \t]*__SKILL_DONE__[ \t]*:[ \t]*true[ \t]*$/gm, '')
    .trim()
