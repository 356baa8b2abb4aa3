import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** One process as /proc tells it. */
export interface ProcessFacts {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** In clock ticks since boot; with the pid it names a process for good. */
  readonly startTime: string
  readonly isZombie: boolean
  /** On its way out: it runs nothing of its own any more and has lost its environment. */
  readonly isExiting: boolean
}

/** PF_EXITING in the flags of the kernel. */
const exitingFlag = 4

const markName = 'SKILL_RUNNER_MARK'

/** Null: there is no such process, or no /proc on this system. */
export const startTimeOf = (pid: number): string | null => factsOf(pid)?.startTime ?? null

/** Every living process but this one, from a start time on. Zombies are left out: they run nothing, and only their parent can remove them. */
export async function livingProcesses(since = ''): Promise<ProcessFacts[]> {
  const found: ProcessFacts[] = []
  let looked = 0
  for (const pid of pids()) {
    // A machine may have thousands of processes, and others wait for this thread.
    if (++looked % 128 === 0) await setImmediate()
    const facts = factsOf(pid)
    if (facts && !facts.isZombie && pid !== process.pid && Number(facts.startTime) >= Number(since)) found.push(facts)
  }
  return found
}

/**
 * The processes that came from one and still live, found from it downwards; nobody is looked for once there are more than `most`.
 * Null: this system does not list the children of a process.
 */
export function descendantsOf(pid: number, most = Number.POSITIVE_INFINITY): number[] | null {
  if (orNull(() => readFileSync(`/proc/${pid}/task/${pid}/children`)) === null) return null
  const found = childrenOf(pid)
  for (const one of found) {
    if (found.length > most) break
    found.push(...childrenOf(one))
  }
  return found
}

/** Listed by the thread that started them. */
function childrenOf(pid: number): number[] {
  const threads = orNull(() => readdirSync(`/proc/${pid}/task`)) ?? []
  const lists = threads.map((thread) => orNull(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')) ?? '')
  return lists.join('').split(' ').filter(Boolean).map(Number)
}

/** Whether the process was started with this mark; with a prefix that ends in a colon, with any mark of that kind. */
export function isMarked(pid: number, mark: string): boolean {
  const environ = orNull(() => readFileSync(`/proc/${pid}/environ`, 'latin1'))
  if (environ === null) return false
  const variable = `\0${markName}=${mark}`
  return `\0${environ}\0`.includes(mark.endsWith(':') ? variable : `${variable}\0`)
}

function pids(): number[] {
  const names = orNull(() => readdirSync('/proc')) ?? []
  return names.map(Number).filter(Number.isInteger)
}

/** Null: there is no such process. The command stands in parentheses and may hold some itself, so the fields are counted from the last one. */
export function factsOf(pid: number): ProcessFacts | null {
  const stat = readStat(pid)
  if (stat === null) return null
  const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [flags, startTime] = [rest[3], rest[16]]
  if (startTime === undefined) return null
  const isZombie = state === 'Z' || state === 'X'
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    startTime,
    isZombie,
    isExiting: (Number(flags) & exitingFlag) !== 0,
  }
}

/** The number of the pid namespace that it is in; null: it is gone, or not ours to look at. */
export function pidNamespaceOf(pid: number): number | null {
  const link = orNull(() => readlinkSync(`/proc/${pid}/ns/pid`))
  return link === null ? null : Number(/\d+/.exec(link)?.[0])
}

/** One buffer for all: without a sandbox this is read for every process of the machine when a run ends, and takes 10 µs this way, 25 by readFileSync. */
const statBuffer = Buffer.alloc(4096)

function readStat(pid: number): string | null {
  return orNull(() => {
    const file = openSync(`/proc/${pid}/stat`, 'r')
    try {
      return statBuffer.toString('latin1', 0, readSync(file, statBuffer))
    } finally {
      closeSync(file)
    }
  })
}

/** Null for what has ended, and for what is not ours to read: then it is not ours at all. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
