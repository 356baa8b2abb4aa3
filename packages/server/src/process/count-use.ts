import { readFileSync } from 'node:fs'
import type { Child } from './child.ts'
import { descendantsOf, livingProcesses } from './proc.ts'
import { membersBy } from './tree.ts'

/** What the living processes of a child use, and what those that it waited for have used. */
export interface Counted {
  readonly memoryBytes: number
  /** With their threads. */
  readonly processes: number
  readonly cpuSeconds: number
}

/** What has to be known of a child to count what it uses. */
export type CountedChild = Pick<Child, 'mark' | 'namespace'>

/** In which Linux tells times, on every processor. */
const ticksPerSecond = 100

/** Where there are so many, it does not matter how many more: to look takes 50 µs each, and others wait for this thread. */
const mostLooks = 2000

/** Looks for them from the first process of their namespace downwards; without one, among the younger processes of this machine. */
export async function countUse(child: CountedChild, marker: string, mostProcesses: number): Promise<Counted> {
  const most = Math.min(mostProcesses || mostLooks, mostLooks)
  const pids = await pidsOf(child, marker, most)
  const found = pids
    .slice(0, most + 1)
    .map(factsOf)
    .filter((facts) => facts !== null)
  // Programs and libraries, which several share, are counted once: for the one that has most of them in memory.
  const shared = Math.max(0, ...found.map(({ sharedBytes }) => sharedBytes))
  return {
    memoryBytes: sum(found.map(({ ownBytes }) => ownBytes)) + shared,
    processes: sum(found.map(({ threads }) => threads)),
    cpuSeconds: sum(found.map(({ ticks }) => ticks)) / ticksPerSecond,
  }
}

async function pidsOf({ namespace, mark }: CountedChild, marker: string, most: number): Promise<number[]> {
  const init = namespace?.init()?.pid ?? (namespace ? null : mark.pid)
  if (init === null) return []
  const inside = namespace ? descendantsOf(init, most) : null
  return inside ? [init, ...inside] : membersBy(await livingProcesses(mark.startTime), mark, marker)
}

interface Facts {
  readonly ownBytes: number
  readonly sharedBytes: number
  readonly threads: number
  readonly ticks: number
}

/** Null: it has ended. The fields of stat are counted from behind the name, which may hold anything. */
function factsOf(pid: number): Facts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const of = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    return {
      ownBytes: of('RssAnon') * 1024,
      sharedBytes: (of('RssFile') + of('RssShmem')) * 1024,
      threads: of('Threads'),
      ticks: sum(fields.slice(11, 15).map(Number)),
    }
  } catch {
    return null
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
