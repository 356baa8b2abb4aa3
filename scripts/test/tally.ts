/** What came of tests, or of one check, which counts as one. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  /** Each with its reason. */
  readonly skipped: readonly string[]
  /** What failed in the crowd and passed by itself: counted as passed, and told, since each is a bug to look for. */
  readonly flaky: readonly string[]
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: [], flaky: [] }

export const checked = (hasPassed: boolean): Tally => ({ ...nothing, ...(hasPassed ? { passed: 1 } : { failed: 1 }) })

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.flatMap(({ skipped }) => skipped),
  flaky: tallies.flatMap(({ flaky }) => flaky),
})

/** The last line of every run, for people and programs. */
export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`
