import { setTimeout as wait } from 'node:timers/promises'

/** Twenty CLIs at once on two processors leave a twenty-first little: that it is slow is no fault. */
const longestMs = 300_000

/** Looks until there is something, and gives it; who waits in vain for long fails and says for what. */
export async function until<T>(what: string, look: () => Promise<T | null | false> | T | null | false): Promise<T> {
  const began = performance.now()
  for (;;) {
    const found = await look()
    if (found) return found
    const waitedMs = performance.now() - began
    if (waitedMs > longestMs) throw new Error(`Waited in vain: ${what}`)
    // Looking takes a processor from what is waited for: the longer it takes, the less often it is looked for.
    await wait(Math.min(100, 5 + waitedMs / 20))
  }
}
