import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives memory back that is only garbage by now. Loading the server leaves some 10 MB of it, and so do some hundred runs. It takes
 * 30 to 80 ms of the only thread, and more where much is in use, so it is for moments when nobody waits.
 */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

const lookEveryMs = 500
/** In that time; the server by itself takes one or two. */
const idleCpuMs = 10
/** Between two times at least. */
const leastCpuMs = 5000
/** And so many times of what the last one took: it stays a sixtieth of the work that left something. */
const leastTimes = 60

/** From now on memory is given back whenever much was done and nothing is being done any more. */
export function giveBackWhenIdle(): void {
  const look = lookerForIdle(cpuMs, giveBackMemory)
  setInterval(look, lookEveryMs).unref()
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A function to be called at a steady pace. */
export function lookerForIdle(used: () => number, giveBack: () => void): () => void {
  let [before, givenBackAt, least] = [used(), used(), leastCpuMs]
  return () => {
    const now = used()
    const isIdle = now - before < idleCpuMs
    before = now
    if (!isIdle || now - givenBackAt < least) return
    giveBack()
    before = givenBackAt = used()
    least = Math.max(leastCpuMs, leastTimes * (givenBackAt - now))
  }
}
