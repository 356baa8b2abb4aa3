import { setTimeout as wait } from 'node:timers/promises'
import { tryLock } from './file-lock.ts'

export class LockTimeout extends Error {
  constructor() {
    super('Another process holds the lock for too long.')
    this.name = 'LockTimeout'
  }
}

const lookEveryMs = 20

/** Runs the work while nobody else, in this process or another, runs any under the same file. Who waits too long gives up. */
export async function exclusively<T>(file: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + waitMs
  let lock = tryLock(file)
  while (lock === null) {
    if (performance.now() > deadline) throw new LockTimeout()
    await wait(lookEveryMs)
    lock = tryLock(file)
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}
