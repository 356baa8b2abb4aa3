import { closeSync, constants, fdatasync, fstatSync, ftruncateSync, mkdirSync, openSync, read } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { writeAll } from '../lib/write-all.ts'
import { CorruptLog } from './corrupt-log.ts'
import type { Bytes } from './lines-on-disk.ts'

/** One file of events while it is written. Whatever takes microseconds is done at once; only syncs and long texts go to a thread. */
export interface LogFile extends Bytes, Disposable {
  /** Writes lines at the commit point and brings them to the disk, so that the commit point may move. Answers where they end. */
  append(at: number, lines: readonly string[]): Promise<number>
  cut(bytes: number): void
}

/** Opens a file at a commit point: what lies beyond it was never true and is cut. A file that should hold something is never made anew. */
export function openAt(path: string, bytes: number): LogFile {
  if (bytes === 0) makeFolders(path)
  const fd = openSync(path, constants.O_RDWR | (bytes === 0 ? constants.O_CREAT : 0), 0o600)
  try {
    const { size } = fstatSync(fd)
    if (size < bytes) throw new CorruptLog(`${size} bytes are left of ${bytes} that were committed`)
    if (size > bytes) ftruncateSync(fd, bytes)
  } catch (error) {
    closeSync(fd)
    throw error
  }
  return {
    read: (buffer, offset, length, position) => readAside(fd, buffer, offset, length, position),
    async append(at, lines) {
      if (lines.length === 0) return at
      const data = Buffer.from(`${lines.join('\n')}\n`)
      await writeAll(fd, data, at)
      await datasyncAside(fd)
      return at + data.length
    },
    cut: (size) => ftruncateSync(fd, size),
    [Symbol.dispose]: () => closeSync(fd),
  }
}

const readAside = promisify(read)
const datasyncAside = promisify(fdatasync)

/** Nothing will be appended any more: what lies beyond the commit point is cut for good. */
export async function cutAt(path: string, bytes: number): Promise<void> {
  const fd = openSync(path, constants.O_RDWR)
  try {
    if (fstatSync(fd).size <= bytes) return
    ftruncateSync(fd, bytes)
    await datasyncAside(fd)
  } finally {
    closeSync(fd)
  }
}

/** The log is the first to need the folder of a run. Its own part of it is for nobody else. */
function makeFolders(path: string): void {
  mkdirSync(dirname(dirname(path)), { recursive: true, mode: 0o755 })
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
}
