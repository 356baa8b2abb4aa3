/** Work on the event loop is cut into slices of about this length, with everybody else's turn between them. */
const sliceMs = 2

/** For work that is many small synchronous calls: each is microseconds, and together they must not keep others waiting. */
export interface Pace {
  /** Whether it is time to let others have their turn. */
  isDue(): boolean
  rest(): Promise<void>
}

export function openPace(): Pace {
  let began = performance.now()
  return {
    isDue: () => performance.now() - began > sliceMs,
    async rest() {
      await new Promise((resolve) => setImmediate(resolve))
      began = performance.now()
    },
  }
}
