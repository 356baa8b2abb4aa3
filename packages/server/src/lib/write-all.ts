import { write, writeFileSync, writeSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * What is no larger goes to the system at once: that takes less than a trip to a thread. A flood is left to the threads, so that a slow
 * disk holds up nobody else.
 */
const atOnce = 16 * 1024

const writeAside = promisify(write)

/** All of the bytes, at a place in the file, or where it stands. */
export async function writeAll(fd: number, bytes: Buffer, at: number | null = null): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const place = at === null ? null : at + done
    const left = bytes.length - done
    done +=
      left <= atOnce ? writeSync(fd, bytes, done, left, place) : (await writeAside(fd, bytes, done, left, place)).bytesWritten
  }
}

/** A file of ours with this text in it. */
export async function writeWhole(path: string, text: string, options: { mode?: number; flag?: 'w' | 'wx' } = {}): Promise<void> {
  if (text.length <= atOnce) writeFileSync(path, text, options)
  else await writeFile(path, text, options)
}
