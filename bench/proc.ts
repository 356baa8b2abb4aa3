import { readFileSync } from 'node:fs'

/** Clock ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const msPerTick = 10

export interface Cpu {
  /** Of the process itself, all its threads. */
  readonly ownMs: number
  /** Of its children that have ended and been waited for, and of theirs. */
  readonly childrenMs: number
}

export function cpuOf(pid: number): Cpu {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The name in parentheses may hold spaces; the fields after it are utime, stime, cutime and cstime from the 12th on.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number)
  return { ownMs: (utime + stime) * msPerTick, childrenMs: (cutime + cstime) * msPerTick }
}

export function cpuSince(pid: number, before: Cpu): Cpu {
  const now = cpuOf(pid)
  return { ownMs: now.ownMs - before.ownMs, childrenMs: now.childrenMs - before.childrenMs }
}

/** Resident memory in MB (10⁶ bytes): all of it, and the part that is no file of the disk. */
export function memoryOf(pid: number): { readonly rss: number; readonly anonymous: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const field = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024) / 1e6
  return { rss: field('VmRSS'), anonymous: field('RssAnon') }
}

/** Memory once it stays the same: four looks in a row that differ by less than a hundredth, or the last of forty. */
export async function settledMemory(pid: number): Promise<{ readonly rss: number; readonly anonymous: number }> {
  const seen: number[] = []
  while (seen.length < 40) {
    seen.push(memoryOf(pid).rss)
    const last = seen.slice(-4)
    if (last.length === 4 && Math.max(...last) < Math.min(...last) * 1.01) break
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return memoryOf(pid)
}

/** Resident memory from now on, twenty times a second, in MB. */
export function watchMemory(pid: number) {
  const seen = [memoryOf(pid).rss]
  const timer = setInterval(() => seen.push(memoryOf(pid).rss), 50)
  return {
    stop(): readonly number[] {
      clearInterval(timer)
      return seen
    },
  }
}
