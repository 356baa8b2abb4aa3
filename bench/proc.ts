import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Clock ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const msPerTick = 10

export interface Cpu {
  /** Of the server itself, all its threads. */
  readonly ownMs: number
  /** Of its children that have ended and been waited for, and of theirs. */
  readonly childrenMs: number
  /** The processes that were looked at. */
  readonly processes: readonly number[]
}

export function cpuOf(pid: number, processes: readonly number[] = serverProcesses(pid)): Cpu {
  const all = processes.map(ticksOf)
  const sum = (field: 'own' | 'children') => all.reduce((total, ticks) => total + ticks[field], 0) * msPerTick
  return { ownMs: sum('own'), childrenMs: sum('children'), processes }
}

export function cpuSince(pid: number, before: Cpu): Cpu {
  const now = cpuOf(pid, before.processes)
  return { ...now, ownMs: now.ownMs - before.ownMs, childrenMs: now.childrenMs - before.childrenMs }
}

function ticksOf(pid: number): { readonly own: number; readonly children: number } {
  const stat = readOr('', () => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  // The name in parentheses may hold spaces; the fields after it are utime, stime, cutime and cstime from the 12th on.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number)
  return { own: utime + stime, children: cutime + cstime }
}

export interface Memory {
  readonly rss: number
  readonly anonymous: number
}

/** Resident memory in MB (10⁶ bytes): all of it, and the part that is no file of the disk. */
export function memoryOf(pid: number, processes: readonly number[] = serverProcesses(pid)): Memory {
  const all = processes.map((process) => readOr('', () => readFileSync(`/proc/${process}/status`, 'latin1')))
  const field = (status: string, name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0)
  const sum = (name: string) => all.reduce((total, status) => total + (field(status, name) * 1024) / 1e6, 0)
  return { rss: sum('VmRSS'), anonymous: sum('RssAnon') }
}

/** Memory once it stays the same: looks of three seconds that differ by less than a hundredth, or the last of ten. */
export async function settledMemory(pid: number): Promise<Memory> {
  const seen: number[] = []
  while (seen.length < 40) {
    seen.push(memoryOf(pid).rss)
    const last = seen.slice(-12)
    if (last.length === 12 && Math.max(...last) < Math.min(...last) * 1.01) break
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return memoryOf(pid)
}

/** Resident memory from now on, twenty times a second, in MB. */
export function watchMemory(pid: number) {
  const processes = serverProcesses(pid)
  const look = () => memoryOf(pid, processes).rss
  const seen = [look()]
  const timer = setInterval(() => seen.push(look()), 50)
  return {
    stop(): readonly number[] {
      clearInterval(timer)
      return seen
    },
  }
}

/**
 * The server, and those of its children, and theirs, that are the same program or its starter: a helper that lives as long as the
 * server counts as the server. Looked at while nothing runs: a child is the same program until it has become another.
 */
function serverProcesses(pid: number): number[] {
  const program = programOf(pid)
  const helpers = childrenOf(pid).filter((child) => programOf(child) === program || isStarter(child))
  return [pid, ...helpers.flatMap(serverProcesses)]
}

function childrenOf(pid: number): number[] {
  const lists = readOr([], () => readdirSync(`/proc/${pid}/task`)).map((thread) =>
    readOr('', () => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')),
  )
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

const programOf = (pid: number): string | null => readOr(null, () => readlinkSync(`/proc/${pid}/exe`))

const isStarter = (pid: number): boolean =>
  /(^|\0)SKILL_RUNNER_MARK=[^\0]*:starter(\0|$)/.test(readOr('', () => readFileSync(`/proc/${pid}/environ`, 'latin1')))

/** Threads and children end while they are looked at. */
function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
