/** No page is asked for that would bring only more than that. */
export async function firstOf<T>(all: AsyncIterable<T>, most: number): Promise<T[]> {
  const found: T[] = []
  for await (const one of all) {
    found.push(one)
    if (found.length === most) break
  }
  return found
}
