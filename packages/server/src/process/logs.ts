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

/** Opens both, at their end when they exist. What was appended is on the disk once they are closed. */
export async function openLogs(paths: Readonly<Record<Stream, string>>): Promise<LogFiles> {
  const stdout = await openLog(paths.stdout)
  const stderr = await openLog(paths.stderr).catch(async (error: unknown) => {
    await stdout[Symbol.asyncDispose]()
    throw error
  })
  const close = async () => {
    await Promise.all([stdout[Symbol.asyncDispose](), stderr[Symbol.asyncDispose]()])
  }
  return { stdout, stderr, [Symbol.asyncDispose]: close }
}

async function openLog(path: string): Promise<LogFile & AsyncDisposable> {
  const file = await open(path, 'a', 0o600)
  const { size } = await file.stat()
  return { start: size, append: (bytes) => file.appendFile(bytes), [Symbol.asyncDispose]: () => closeDurably(file) }
}

async function closeDurably(file: FileHandle): Promise<void> {
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}
