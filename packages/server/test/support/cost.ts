import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc: () => void = runInNewContext('gc')

/** Twice: the bytes of buffers are given back behind the first time, and the second waits for that. */
function collectGarbage(): void {
  gc()
  gc()
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

interface Cost {
  /** Of the processor, by all threads: how long it takes by the clock is up to whatever else runs. */
  readonly cpuMs: number
  /** At its height, beyond what the process ever had before. */
  readonly peakMb: number
  /** Afterwards, by it and all before it. */
  readonly keptMb: number
  /** The same of the whole process: what threads keep, or whoever calls malloc, is nothing that the garbage collector of this one knows. */
  readonly grownMb: number
}

const inMb = (bytes: number): number => Math.round(bytes / 2 ** 20)

/** Holds every piece of work in this process, server included, to what it may cost. */
export function openCosts(most: Cost) {
  collectGarbage()
  const [began, beganRss] = [usedBytes(), process.memoryUsage.rss()]
  const left = () => ({ keptMb: inMb(usedBytes() - began), grownMb: inMb(process.memoryUsage.rss() - beganRss) })
  const isTooMuch = ({ keptMb, grownMb }: ReturnType<typeof left>) => keptMb > most.keptMb || grownMb > most.grownMb
  // To collect takes longer than most of the work does, so that is done only where it could make a difference. What a closed connection
  // held is free a little later.
  const leftBehind = async () => {
    for (let round = 0; round < 5 && isTooMuch(left()); round += 1) {
      collectGarbage()
      await wait(40 * round)
    }
    return left()
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const [cpu, peak] = [process.cpuUsage(), process.resourceUsage().maxRSS]
    const done = await work()
    const { user, system } = process.cpuUsage(cpu)
    const peakMb = inMb((process.resourceUsage().maxRSS - peak) * 1024)
    const cost: Cost = { cpuMs: Math.round((user + system) / 1000), peakMb, ...(await leftBehind()) }
    for (const key of ['cpuMs', 'peakMb', 'keptMb', 'grownMb'] as const)
      assert.ok(cost[key] <= most[key], `${key} is ${cost[key]}, and may be ${most[key]}`)
    return done
  }
}
