import { setTimeout as wait } from 'node:timers/promises'

/** More than a pipe can hold: what comes after that many bytes was not printed by a child that has ended. */
const pipeBytes = 1024 * 1024
const tickMs = 10

/** What both streams of a child have in common: one allowance, one turn, and whether anybody is waiting for bytes. */
export interface Flow {
  /** Counts the chunk and cuts it to what may still be kept. */
  admit(chunk: Buffer): Buffer
  /** Runs the work on a chunk; meanwhile the pipe is not read, and its silence is ours. */
  working(work: () => Promise<void>): Promise<void>
  /** One after the other, whichever stream it is about. */
  inTurn(work: () => Promise<void>): Promise<void>
  isFull(): boolean
  /** For how long a reader has been ready and nothing has come. */
  silentMs(): number
  /** Waits for the readers, but no longer than the time limit without bytes, nor for more bytes than a pipe can hold. */
  drain(reading: Promise<unknown>, limitMs: number): Promise<void>
}

export function openFlow(maxBytes: number, onFull: () => void): Flow {
  let bytes = 0
  let busy = 0
  let lastAt = performance.now()
  let turn: Promise<void> = Promise.resolve()

  return {
    admit(chunk) {
      const kept = chunk.subarray(0, Math.max(0, maxBytes - bytes))
      bytes += chunk.length
      if (kept.length < chunk.length) onFull()
      return kept
    },
    async working(work) {
      busy++
      try {
        await work()
      } finally {
        busy--
        lastAt = performance.now()
      }
    },
    inTurn(work) {
      turn = turn.then(work)
      return turn
    },
    isFull: () => bytes > maxBytes,
    silentMs: () => (busy > 0 ? 0 : performance.now() - lastAt),
    async drain(reading, limitMs) {
      let isOver = false
      const over = reading.finally(() => {
        isOver = true
      })
      over.catch(() => {})
      const before = bytes
      let seen = bytes
      for (let left = limitMs; !isOver && left > 0 && bytes - before <= pipeBytes; seen = bytes) {
        await Promise.race([over, wait(tickMs)])
        // A slow disk is not a helper that holds the pipe: only time without work and bytes counts.
        if (busy === 0 && bytes === seen) left -= tickMs
      }
    },
  }
}
