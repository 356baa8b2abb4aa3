/** The same bytes, cut at these places. */
export function chunksOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const borders = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]
  return borders.slice(1).map((to, index) => bytes.subarray(borders[index], to))
}
