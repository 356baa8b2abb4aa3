import { runner } from '../../../api/runner.ts'

/** One stream of one attempt of a run, or of a task. */
export type Source =
  | { readonly of: 'run'; readonly id: string; readonly stream: Stream; readonly attempt: number }
  | { readonly of: 'task'; readonly project: string; readonly id: string; readonly stream: Stream }

export type Stream = 'stdout' | 'stderr'

/** Text of a range of bytes, and how long the log is by now. */
export interface LogRange {
  readonly byte_from: number
  readonly byte_to: number
  readonly total_bytes: number
  readonly chunk: string
}

export async function readRange(source: Source, from: number, to: number, signal?: AbortSignal): Promise<LogRange> {
  const range = { byte_from: from, byte_to: to, signal }
  if (source.of === 'run') return runner.jobs.logRange(source.id, { stream: source.stream, attempt: source.attempt, ...range })
  const { text, ...told } = await runner.project(source.project).exec.log(source.id, source.stream, range)
  return { ...told, chunk: text }
}

/** What tells it from all others. */
export const keyOf = (source: Source): string =>
  source.of === 'run' ? `${source.id} ${placeIn(source)}` : `${source.project} ${source.id} ${placeIn(source)}`

/** The part of it that addresses and names of files tell. */
export const placeIn = (source: Source): string => (source.of === 'run' ? `${source.stream}.${source.attempt}` : source.stream)
