import type { Row } from './rows.ts'

export const levels = ['info', 'warning', 'error'] as const
/** How much a row deserves attention. */
export type Level = (typeof levels)[number]

export function levelOf(row: Row): Level {
  switch (row.kind) {
    case 'diagnostic':
      return row.first.data.severity
    case 'tool':
      return row.last.data.phase === 'failed' ? 'error' : 'info'
    case 'end':
      return row.first.type === 'conversation.failed' ? 'error' : 'info'
    case 'timeout':
      return 'warning'
    default:
      return 'info'
  }
}

export const atLeast = (level: Level, rows: readonly Row[]): readonly Row[] =>
  level === 'info' ? rows : rows.filter((row) => levels.indexOf(levelOf(row)) >= levels.indexOf(level))

/** The words of a row that a person may look for. */
function wordsOf(row: Row): string {
  switch (row.kind) {
    case 'message':
    case 'reasoning':
      return row.text
    case 'tool':
      return `${row.first.data.name} ${row.first.data.summary} ${row.last.data.summary}`
    case 'question':
      return row.first.data.prompt
    case 'reply':
      return row.first.data.response_preview
    case 'artifact':
      return row.first.data.path
    case 'diagnostic':
      return `${row.first.data.code} ${row.first.data.message}`
    case 'output':
      return row.first.data.text
    case 'end':
      return row.first.type === 'conversation.failed' ? `${row.first.data.error.code} ${row.first.data.error.message}` : ''
    default:
      return ''
  }
}

/** The rows that have a text, whatever its case. None: nothing was looked for. */
export function rowsWith(text: string, rows: readonly Row[]): readonly Row[] {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? [] : rows.filter((row) => wordsOf(row).toLowerCase().includes(wanted))
}

/** The row after (1) or before (-1) an event, round and round; null: there is none at all. */
export function neighbor(rows: readonly Row[], seq: number | null, step: 1 | -1): Row | null {
  if (rows.length === 0) return null
  const from = seq ?? (step === 1 ? 0 : Number.POSITIVE_INFINITY)
  const next = step === 1 ? rows.find(({ first }) => first.seq > from) : rows.findLast(({ first }) => first.seq < from)
  return next ?? rows.at(step === 1 ? 0 : -1) ?? null
}
