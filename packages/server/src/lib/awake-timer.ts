/** What a timer counts at a time. */
const sliceMs = 100

/** Later than this is not the usual crowd on the event loop: the process stood still. */
const lateMs = 100

/**
 * Acts after so long, of which a time in which this process stood still (stopped, or kept by a locked file) counts as one slice: who could
 * not listen must not say that nobody answered. After such a time there is another slice, in which what has come meanwhile is read.
 */
export function afterAwake(ms: number, act: () => void): Disposable {
  let timer: NodeJS.Timeout | undefined
  const wait = (leftMs: number) => {
    const slice = Math.min(leftMs, sliceMs)
    const began = performance.now()
    timer = setTimeout(() => {
      const isLate = performance.now() - began > slice + lateMs
      const left = leftMs - slice
      if (left > 0) wait(left)
      else if (isLate) timer = setTimeout(act, sliceMs)
      else act()
    }, slice)
  }
  wait(ms)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}
