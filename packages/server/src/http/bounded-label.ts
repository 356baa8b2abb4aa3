/** Keeps the values of a label few, since each is a series of its own for as long as the server runs: those that come later are one. */
export function boundedLabel(most: number): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    if (known.has(value)) return value
    if (known.size >= most) return '(other)'
    known.add(value)
    return value
  }
}
