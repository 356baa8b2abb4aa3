import { setTimeout as pause } from 'node:timers/promises'
import { type FileLock, tryLock } from './file-lock.ts'

/** Held for as long as it takes to write a small file: whoever has it much longer is stuck. */
export async function patientLock(file: string, of: string): Promise<FileLock> {
  for (let tries = 0; tries < 3000; tries++) {
    const lock = tryLock(file)
    if (lock) return lock
    await pause(10)
  }
  throw new Error(`Another process changes the ${of} and does not end; it holds ${file}.`)
}
