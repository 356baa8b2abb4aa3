import { setTimeout as wait } from 'node:timers/promises'

/** Looks until there is something, and gives it; who waits in vain for a minute fails and says for what. */
export async function until<T>(what: string, look: () => Promise<T | null | false> | T | null | false): Promise<T> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > deadline) throw new Error(`Waited in vain: ${what}`)
    await wait(10)
  }
}
