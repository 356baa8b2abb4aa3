/** As many as the threads that serve the disk have use for. */
const atOnce = 8

/**
 * The same for each of a list, several at a time; what comes of them is in their order. After an error no more are begun, and it is told
 * once those under way are done; of several errors the one that stands first.
 */
export async function inParallel<T, U>(items: readonly T[], act: (item: T) => Promise<U>): Promise<U[]> {
  const results: U[] = []
  const failures = new Map<number, unknown>()
  const left = items.entries()
  const work = async (): Promise<void> => {
    for (const [index, item] of left) {
      try {
        results[index] = await act(item)
      } catch (error) {
        failures.set(index, error)
      }
      if (failures.size > 0) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()))
  return results
}
