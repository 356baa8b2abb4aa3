import { type FileHandle, open } from 'node:fs/promises'
import type { Run, RunId } from '../domain/run.ts'
import { firstLine, type Head, headOf, readLines } from './lines-on-disk.ts'

export type Protocol = 'rasp' | 'fcmp'
export type EventFiles = (run: RunId, attempt: number, protocol: Protocol) => string

/** By number or by time, inclusive on both sides. */
export interface Range {
  readonly fromSeq?: number
  readonly toSeq?: number
  readonly fromTs?: string
  readonly toTs?: string
}

const pageBytes = 256 * 1024

/** Committed lines of a range, in order; reads no more of the files than it yields. */
export async function* readRange(files: EventFiles, run: Run, protocol: Protocol, range: Range): AsyncGenerator<string> {
  const begins = (head: Head) => head.seq >= (range.fromSeq ?? 1) && head.ts >= (range.fromTs ?? '')
  const beyond = (head: Head) =>
    head.seq > (range.toSeq ?? Number.POSITIVE_INFINITY) || (range.toTs !== undefined && head.ts > range.toTs)
  for (let attempt = 1; attempt <= Math.max(run.attempt, 1); attempt++) {
    await using source = await openCommitted(files, run, attempt, protocol)
    if (!source) continue
    let offset = await firstLine(source.file, source.size, begins)
    for (;;) {
      const lines = await readLines(source.file, offset, source.size, pageBytes)
      if (lines.length === 0) break
      for (const line of lines) {
        if (beyond(headOf(line))) return
        yield line
        offset += Buffer.byteLength(line) + 1
      }
    }
  }
}

/** Some lines after a number: what a reader that fell behind catches up with. */
export async function readAfter(
  files: EventFiles,
  run: Run,
  protocol: Protocol,
  after: number,
  bytes: number,
): Promise<string[]> {
  const lines: string[] = []
  let size = 0
  for await (const line of readRange(files, run, protocol, { fromSeq: after + 1 })) {
    lines.push(line)
    size += line.length
    if (size >= bytes) break
  }
  return lines
}

interface Committed extends AsyncDisposable {
  readonly file: FileHandle
  readonly size: number
}

/** The current attempt's file counts up to the commit point, an older one as a whole. */
async function openCommitted(files: EventFiles, run: Run, attempt: number, protocol: Protocol): Promise<Committed | null> {
  const committed = protocol === 'rasp' ? run.committed.raspBytes : run.committed.fcmpBytes
  const current = attempt === Math.max(run.attempt, 1)
  if (current && committed === 0) return null
  const file = await open(files(run.id, attempt, protocol), 'r')
  const size = current ? committed : (await file.stat()).size
  return { file, size, [Symbol.asyncDispose]: () => file.close() }
}
