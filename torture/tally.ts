/** How often what happened: so that one sees whether a torture was one. */
export interface Tally {
  add(what: string, times?: number): void
  readonly counts: ReadonlyMap<string, number>
}

export function openTally(): Tally {
  const counts = new Map<string, number>()
  return {
    counts,
    add(what, times = 1) {
      counts.set(what, (counts.get(what) ?? 0) + times)
    },
  }
}

export const tableOf = ({ counts }: Tally): string =>
  [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, times]) => `  ${what.padEnd(40)} ${String(times).padStart(6)}\n`)
    .join('')
