import { lstat } from 'node:fs/promises'
import { isRefusal } from '../lib/thrown.ts'

/** A text that changes when the file does, and begins with the time of that in nanoseconds; empty: there is none. */
export async function stampOf(path: string): Promise<string> {
  try {
    const { ctimeNs, mtimeNs, size, ino, dev } = await lstat(path, { bigint: true })
    return [ctimeNs, mtimeNs, size, ino, dev].join(':')
  } catch (error) {
    if (isRefusal(error)) return ''
    throw error
  }
}
