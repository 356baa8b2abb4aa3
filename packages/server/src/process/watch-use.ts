import type { Exit } from '../domain/launch.ts'
import { exceededNow, limitBehind } from '../domain/limit-rules.ts'
import type { Exceeded, Use } from '../domain/resource-limit.ts'
import type { CountedChild } from './count-use.ts'
import type { Resources } from './resources.ts'

/** Looks now and then at what a child and all that it started use, until it is disposed. */
export interface Watch extends Disposable {
  /** The end of a child that failed at a limit is that limit. */
  explain(exit: Exit): Promise<Exit>
}

/** A look at many processes takes its time on the server's thread: others get this much more of it, within reason. */
const timesLonger = 50
const longestMs = 1000

export function watchUse(child: CountedChild, resources: Resources, before: Use, stop: (reason: Exceeded) => void): Watch {
  const { limits, looks } = resources
  let nextMs = looks.firstMs
  let timer: NodeJS.Timeout
  let isOver = false

  const look = async () => {
    const startedAt = performance.now()
    const exceeded = exceededNow(limits, await resources.use(child), before)
    if (isOver) return
    if (exceeded === null) return lookLater(Math.min(longestMs, (performance.now() - startedAt) * timesLonger))
    resources.stopStarts()
    stop(exceeded)
  }
  const lookLater = (leastMs = 0) => {
    // A look that fails finds nothing; the next one may.
    timer = setTimeout(() => void look().catch(() => isOver || lookLater()), Math.max(nextMs, leastMs))
    nextMs = Math.min(nextMs * 2, looks.everyMs)
  }
  lookLater()

  return {
    async explain(exit) {
      if (exit.kind === 'exited' && exit.code === 0) return exit
      const exceeded = limitBehind(exit, limits, await resources.use(child), before)
      return exceeded === null ? exit : { kind: 'limit_exceeded', ...exceeded }
    },
    [Symbol.dispose]() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
