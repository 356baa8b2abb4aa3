import { type FileHandle, open } from 'node:fs/promises'
import type { Stream } from '../domain/launch.ts'

/** The file that keeps one stream byte for byte. */
export interface LogFile {
  /** Where the next byte will lie. */
  readonly start: number
  append(bytes: Buffer): Promise<void>
}

export interface LogFiles extends AsyncDisposable {
  readonly stdout: LogFile
  readonly stderr: LogFile
}

/** Told of every piece as it is kept, in the order in which they come; whoever printed it waits meanwhile. */
export type OnKept = (stream: Stream, bytes: Buffer) => Promise<void>

/** Opens both, at their end when they exist. What was appended is on the disk once they are closed. */
export async function openLogs(paths: Readonly<Record<Stream, string>>, onKept?: OnKept): Promise<LogFiles> {
  const stdout = await openLog('stdout', paths.stdout, onKept)
  const stderr = await openLog('stderr', paths.stderr, onKept).catch(async (error: unknown) => {
    await stdout[Symbol.asyncDispose]()
    throw error
  })
  const close = async () => {
    await Promise.all([stdout[Symbol.asyncDispose](), stderr[Symbol.asyncDispose]()])
  }
  return { stdout, stderr, [Symbol.asyncDispose]: close }
}

async function openLog(stream: Stream, path: string, onKept?: OnKept): Promise<LogFile & AsyncDisposable> {
  const file = await open(path, 'a', 0o600)
  const { size } = await file.stat()
  const append = async (bytes: Buffer) => {
    await Promise.all([file.appendFile(bytes), onKept?.(stream, bytes)])
  }
  return { start: size, append, [Symbol.asyncDispose]: () => closeDurably(file) }
}

async function closeDurably(file: FileHandle): Promise<void> {
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}
