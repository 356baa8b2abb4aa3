/** " Did you mean X?" when one of the names is near enough, else nothing. */
export function hint(name: string, names: readonly string[]): string {
  // HOST, PORT and the log have no prefix, which is easily forgotten.
  const bare = name.replace(/^SKILL_RUNNER_/, '')
  const [best] = names.includes(bare) ? [bare] : nearest(name, names)
  return best === undefined ? '' : ` Did you mean ${best}?`
}

/** Those of the names that somebody may have meant, the nearest first; `most` characters may differ. */
export function nearest(name: string, names: readonly string[], most = Math.max(2, Math.floor(name.length / 5))): string[] {
  return names
    .filter((known) => Math.abs(known.length - name.length) <= most)
    .map((known) => ({ known, distance: distance(name, known) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .map(({ known }) => known)
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
