/** " Did you mean X?" when one of the names is near enough, else nothing. */
export function hint(name: string, names: readonly string[]): string {
  const known = nearest(name, names)
  return known === null ? '' : ` Did you mean ${known}?`
}

/** The name that was most likely meant; null: none is near enough. */
export function nearest(name: string, names: readonly string[]): string | null {
  const ranked = names.map((known) => ({ known, distance: distance(name, known) })).sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= Math.max(2, Math.floor(name.length / 5)) ? best.known : null
}

/** Characters to insert, delete or replace to get from one to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
