import { readdir, readFile } from 'node:fs/promises'
import { isAlive } from './children.ts'

/** The processes that sleep for exactly that long: the number is the test's own. */
export async function sleepersFor(seconds: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) =>
      (await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')) === `sleep\0${seconds}\0` ? Number(pid) : 0,
    ),
  )
  return found.filter((pid) => pid > 0 && isAlive(pid))
}
