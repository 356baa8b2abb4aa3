import type { Row } from './rows.ts'

/** When a row was, in shares of the whole run from 0 to 1. */
export interface Bar {
  readonly from: number
  readonly to: number
  /** Time before it that nothing accounts for begins here; null: there is none worth showing. */
  readonly gapFrom: number | null
  /** How often the same was tried, one after the other. */
  readonly tries: number
  readonly isPending: boolean
}

export interface Timeline {
  readonly rows: readonly Row[]
  readonly bars: ReadonlyMap<number, Bar>
}

/** Shorter silence is not worth a mark. */
const leastGap = { ms: 1000, share: 0.02 } as const

/** Rows with the time that each took. What is tried again at once is one row with a number; what is not over lasts until now. */
export function timelineOf(all: readonly Row[], now = 0): Timeline {
  const replied = new Map(
    all.flatMap((row) => (row.kind === 'reply' || row.kind === 'timeout' ? [[interactionOf(row), row]] : [])),
  )
  const groups = grouped(all)
  const start = timeOf(all[0])
  const ends = groups.map((group) => endOf(group, replied))
  const end = ends.reduce<number>(
    (latest, time) => Math.max(latest, time ?? 0),
    Math.max(start + 1, timeOf(all.at(-1)), ends.includes(null) ? now : 0),
  )
  const share = (time: number) => (time - start) / (end - start)
  let covered = start
  const bars = new Map<number, Bar>()
  for (const [at, group] of groups.entries()) {
    const [first] = group
    if (!first) continue
    const from = timeOf(first)
    const till = ends[at] ?? null
    const gap = from - covered
    const isGap = gap >= leastGap.ms && gap >= leastGap.share * (end - start)
    bars.set(first.first.seq, {
      from: share(from),
      to: share(till ?? end),
      gapFrom: isGap ? share(covered) : null,
      tries: triesOf(group),
      isPending: till === null,
    })
    covered = Math.max(covered, till ?? end)
  }
  return { rows: groups.flatMap((group) => lastAsFirst(group)), bars }
}

function grouped(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last && isAgain(last.at(-1), row)) last.push(row)
    else groups.push([row])
  }
  return groups
}

/** The same call after it failed, or the same notice once more. */
function isAgain(before: Row | undefined, row: Row): boolean {
  if (before?.kind === 'diagnostic' && row.kind === 'diagnostic') return before.first.data.code === row.first.data.code
  if (before?.kind !== 'tool' || row.kind !== 'tool') return false
  const [one, other] = [before.first.data, row.first.data]
  return before.last.data.phase === 'failed' && one.name === other.name && one.summary === other.summary
}

/** A group is shown as its newest try, under the number of its first. */
function lastAsFirst(group: readonly Row[]): Row[] {
  const [first, last] = [group[0], group.at(-1)]
  if (!first || !last) return []
  return first.kind === 'tool' && last.kind === 'tool' ? [{ ...first, last: last.last }] : [first]
}

/** Null: it is not over yet. */
function endOf(group: readonly Row[], replied: ReadonlyMap<number, Row>): number | null {
  const last = group.at(-1)
  if (last?.kind === 'tool') return last.last.data.phase === 'started' ? null : Date.parse(last.last.ts)
  if (last?.kind !== 'question') return timeOf(last)
  const reply = replied.get(last.first.data.interaction_id)
  return reply ? timeOf(reply) : null
}

function triesOf(group: readonly Row[]): number {
  return group.reduce((sum, row) => sum + (row.kind === 'diagnostic' ? Math.max(1, row.first.data.count ?? 1) : 1), 0)
}

const interactionOf = (row: Extract<Row, { kind: 'reply' | 'timeout' }>): number => row.first.data.interaction_id
const timeOf = (row: Row | undefined): number => (row ? Date.parse(row.first.ts) : 0)
