import { closeSync, fdatasync, fstatSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Stream } from '../domain/launch.ts'
import { writeAll } from '../lib/write-all.ts'

/** The file that keeps one stream byte for byte. */
export interface LogFile {
  /** Where the next byte will lie. */
  readonly start: number
  append(bytes: Buffer): Promise<void>
}

export interface LogFiles extends AsyncDisposable {
  readonly stdout: LogFile
  readonly stderr: LogFile
  /** What was appended so far is on the disk then. */
  sync(): Promise<void>
}

/** Told of every piece as it is kept, in the order in which they come; whoever printed it waits meanwhile. */
export type OnKept = (stream: Stream, bytes: Buffer) => Promise<void>

const syncData = promisify(fdatasync)

/** Opens both, at their end when they exist. What was appended is on the disk once they are closed. */
export function openLogs(paths: Readonly<Record<Stream, string>>, onKept?: OnKept): LogFiles {
  using opened = new DisposableStack()
  const stdout = opened.use(openLog('stdout', paths.stdout, onKept))
  const stderr = opened.use(openLog('stderr', paths.stderr, onKept))
  const both = opened.move()
  const sync = async () => {
    const synced = await Promise.allSettled([stdout.sync(), stderr.sync()])
    for (const one of synced) if (one.status === 'rejected') throw one.reason
  }
  const close = () => sync().finally(() => both.dispose())
  return { stdout, stderr, sync, [Symbol.asyncDispose]: close }
}

interface OpenLog extends LogFile, Disposable {
  sync(): Promise<void>
}

function openLog(stream: Stream, path: string, onKept?: OnKept): OpenLog {
  const fd = openSync(path, 'a', 0o600)
  const start = fstatSync(fd).size
  let hasGrown = false
  return {
    start,
    async append(bytes) {
      hasGrown = true
      await Promise.all([writeAll(fd, bytes), onKept?.(stream, bytes)])
    },
    // A log that is empty is read like one that is missing.
    async sync() {
      if (!hasGrown) return
      hasGrown = false
      await syncData(fd)
    },
    [Symbol.dispose]: () => closeSync(fd),
  }
}
