import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { type Allowance, linesBackwards } from './read-backwards.ts'
import { isRefusal } from './thrown.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
type Level = (typeof levels)[number]

export interface LogFilter {
  /** This one and above. */
  readonly level?: Level
  /** Part of a line, in any case. */
  readonly text?: string
  readonly requestId?: string
  readonly runId?: string
  /** Times as ours are written, inclusive. */
  readonly from?: string
  readonly to?: string
  readonly limit: number
}

interface LogLine {
  readonly time: string
  readonly level: Level
  readonly message: string
  readonly requestId: string | null
  readonly runId: string | null
  readonly fields: Readonly<Record<string, unknown>>
}

interface LogSearch {
  /** The newest first. */
  readonly lines: readonly LogLine[]
  /** There are more, or there may be: the search ended before the log did. */
  readonly truncated: boolean
}

/** Whoever looks for something older has the files. */
const mostBytes = 20 * 1024 * 1024

/** Searches a log and the files it was rotated to, from the end. */
export async function searchLog(
  { file, backupCount }: { readonly file: string; readonly backupCount: number },
  filter: LogFilter,
  most = mostBytes,
): Promise<LogSearch> {
  const names = [file, ...Array.from({ length: backupCount }, (_, index) => `${file}.${index + 1}`)]
  await using opened = new AsyncDisposableStack()
  const files = await openAll(names, opened)
  const allowance: Allowance = { bytes: most }
  const fits = fitter(filter)
  const lines: LogLine[] = []
  for (const one of files) {
    for await (const text of linesBackwards(one, allowance)) {
      const line = lineOf(text)
      if (!line) continue
      if (filter.from !== undefined && line.time < filter.from) return { lines, truncated: false }
      if (!fits(line, text)) continue
      if (lines.length === filter.limit) return { lines, truncated: true }
      lines.push(line)
    }
    if (allowance.bytes <= 0) return { lines, truncated: true }
  }
  return { lines, truncated: false }
}

/** All at once and before any is read: a log that is rotated meanwhile would come twice, under two names. */
async function openAll(names: readonly string[], opened: AsyncDisposableStack): Promise<FileHandle[]> {
  const files = new Map<bigint, FileHandle>()
  for (const name of names) {
    // NONBLOCK: a log may go to a pipe, which cannot be searched and must not be waited for.
    const file = await open(name, constants.O_RDONLY | constants.O_NONBLOCK).catch(refused)
    if (!file) continue
    opened.use(file)
    const stat = await file.stat({ bigint: true })
    if (stat.isFile() && !files.has(stat.ino)) files.set(stat.ino, file)
  }
  return [...files.values()]
}

function refused(error: unknown): null {
  if (isRefusal(error)) return null
  throw error
}

function fitter({ level, text, requestId, runId, to }: LogFilter): (line: LogLine, whole: string) => boolean {
  const least = level === undefined ? 0 : levels.indexOf(level)
  const wanted = text?.toLowerCase()
  // As it stands in a line of JSON.
  const escaped = wanted === undefined ? undefined : JSON.stringify(wanted).slice(1, -1)
  return (line, whole) =>
    levels.indexOf(line.level) >= least &&
    (requestId === undefined || line.requestId === requestId) &&
    (runId === undefined || line.runId === runId) &&
    (to === undefined || line.time <= to) &&
    (escaped === undefined || whole.toLowerCase().includes(escaped))
}

/** Null: that is no line of ours, or not all of one. */
function lineOf(text: string): LogLine | null {
  const { time, level, msg, request_id, run_id, ...fields } = parsed(text)
  const known = levels.find((name) => name === level)
  if (typeof time !== 'string' || !known) return null
  return {
    time,
    level: known,
    message: typeof msg === 'string' ? msg : '',
    requestId: typeof request_id === 'string' ? request_id : null,
    runId: typeof run_id === 'string' ? run_id : null,
    fields,
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
