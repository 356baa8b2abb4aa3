/** What came of tests, or of one check, which counts as one. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  /** Each with its reason. */
  readonly skipped: readonly string[]
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: [] }

export const checked = (hasPassed: boolean): Tally => ({ ...nothing, ...(hasPassed ? { passed: 1 } : { failed: 1 }) })

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.flatMap(({ skipped }) => skipped),
})

/** The last line of every run, for people and programs. */
export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`
