import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../src/lib/thrown.ts'
import { livingProcesses } from '../../src/process/proc.ts'

/** Kills the nursery of a data folder, which a test has made: it is known by its folder on its command line. */
export async function killNursery(data: string): Promise<void> {
  for (const { pid } of await livingProcesses()) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (words.endsWith(`nursery.pl\0${join(data, 'exec/nursery')}\0`)) killIfThere(pid)
  }
}

/** One that keeps nothing ends by itself once its server is gone. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}
