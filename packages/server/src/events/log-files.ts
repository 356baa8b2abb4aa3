import { constants } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SpoiltLog } from './spoilt-log.ts'

/** Appends at a commit point: what lies beyond it was never true and is cut. A file that should hold something is never made anew. */
export async function openAt(path: string, bytes: number): Promise<FileHandle> {
  if (bytes === 0) await makeFolders(path)
  const file = await open(path, constants.O_RDWR | (bytes === 0 ? constants.O_CREAT : 0), 0o600)
  try {
    const { size } = await file.stat()
    if (size < bytes) throw new SpoiltLog(`${size} bytes are left of ${bytes} that were committed`)
    if (size > bytes) await file.truncate(bytes)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Nothing will be appended any more: what lies beyond the commit point is cut for good. */
export async function cutAt(path: string, bytes: number): Promise<void> {
  const file = await open(path, constants.O_RDWR)
  try {
    if ((await file.stat()).size <= bytes) return
    await file.truncate(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Writes at the commit point and brings it to the disk, so that the commit point may move. */
export async function appendAt(file: FileHandle, bytes: number, lines: readonly string[]): Promise<number> {
  if (lines.length === 0) return bytes
  const data = Buffer.from(`${lines.join('\n')}\n`)
  for (let done = 0; done < data.length; ) {
    const { bytesWritten } = await file.write(data, done, data.length - done, bytes + done)
    done += bytesWritten
  }
  await file.datasync()
  return bytes + data.length
}

/** The log is the first to need the folder of a run. Its own part of it is for nobody else. */
async function makeFolders(path: string): Promise<void> {
  await mkdir(dirname(dirname(path)), { recursive: true, mode: 0o755 })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
}
