import { type Level, levels } from './levels.ts'
import { type Row, rowsIn, type View, viewOf, views } from './rows.ts'

export const tabs = [...views, 'graph'] as const
/** What the left half shows. */
export type TabName = (typeof tabs)[number]

export const panels = ['result', 'artifacts', 'files', 'stdout', 'stderr', 'problems', 'attempts', 'deliveries', 'raw'] as const
/** What the right half shows. */
export type Panel = (typeof panels)[number]

export interface LineOfLog {
  readonly stream: 'stdout' | 'stderr'
  readonly attempt: number
  readonly byte: number
}

/** What is looked at, as the address says it, so that whoever opens a link sees the same. Null: it says nothing of that. */
export interface Place {
  readonly at: number | null
  readonly line: LineOfLog | null
  readonly tab: TabName | null
  readonly panel: Panel | null
  readonly file: string | null
  /** Which rows are shown, and which are looked for. */
  readonly level: Level | null
  readonly find: string | null
  /** Of which attempt the log is shown. */
  readonly attempt: number | null
}

/** `?at=17`, `?line=stderr.1.5120`, `?view=graph`, `?panel=files&file=…`, `?level=error&find=…`, `?panel=stdout&attempt=2`. What makes no sense is left out. */
export function placeOf(search: URLSearchParams): Place {
  const [, stream, attempt, byte] = /^(stdout|stderr)\.([1-9]\d{0,5})\.(\d{1,15})$/.exec(search.get('line') ?? '') ?? []
  const [, at] = /^([1-9]\d{0,14})$/.exec(search.get('at') ?? '') ?? []
  return {
    at: at === undefined ? null : Number(at),
    line: stream === 'stdout' || stream === 'stderr' ? { stream, attempt: Number(attempt), byte: Number(byte) } : null,
    tab: tabs.find((name) => name === search.get('view')) ?? null,
    panel: panels.find((name) => name === search.get('panel')) ?? null,
    file: search.get('file'),
    level: levels.find((name) => name === search.get('level')) ?? null,
    find: search.get('find') || null,
    attempt: /^[1-9]\d{0,5}$/.test(search.get('attempt') ?? '') ? Number(search.get('attempt')) : null,
  }
}

/** Only what differs from what the rest says anyway. */
export function searchOf(place: Place): Record<string, string> {
  const { at, line, tab, panel, file, level, find, attempt } = place
  return {
    ...(at === null ? {} : { at: String(at) }),
    ...(line === null ? {} : { line: `${line.stream}.${line.attempt}.${line.byte}` }),
    ...(tab === null || (tab === 'conversation' && at === null) ? {} : { view: tab }),
    ...(panel === null || panel === panelOf({ ...place, panel: null }) ? {} : { panel }),
    ...(file === null ? {} : { file }),
    ...(level === null || level === 'info' ? {} : { level }),
    ...(find === null || find === '' ? {} : { find }),
    ...(attempt === null ? {} : { attempt: String(attempt) }),
  }
}

/** Whoever looks at a row wants to see where it comes from, and whoever follows a link to a line wants to see the line. */
export function panelOf({ at, line, panel }: Place): Panel {
  return panel ?? line?.stream ?? (at === null ? 'result' : 'raw')
}

/** What happened, or what it left. */
export type Half = 'told' | 'left'

/** The half that is seen first where there is room for one: what the address names, or else the result of a run that is over. */
export function halfOf(place: Place, isOver: boolean): Half {
  if (panelOf(place) !== 'result') return 'left'
  return isOver && place.tab === null ? 'left' : 'told'
}

/** The tab that was chosen, or else the first that shows the row. */
export const tabOf = ({ at, tab }: Place, rows: readonly Row[]): TabName =>
  tab ?? (at === null ? null : viewOf(rows, at)) ?? 'conversation'

/** The place of a row: on the tab at hand, unless that leaves the row out. */
export function placeOfRow(place: Place, rows: readonly Row[], at: number): Place {
  const tab = tabOf(place, rows)
  const isShown = tab === 'graph' || rowsIn(tab, rows).some(({ first }) => first.seq === at)
  return { ...place, at, line: null, tab: isShown ? place.tab : viewOf(rows, at), panel: null, file: null }
}

export const viewIn = (tab: TabName): View => (tab === 'graph' ? 'all' : tab)
