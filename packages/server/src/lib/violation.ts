/** One thing that is wrong with a value: where (a JSON pointer), what, and the keyword of the schema that says so. */
export interface Violation {
  readonly path: string
  readonly message: string
  readonly keyword: string
}

const mostNamed = 100

/** Those that an answer names. A request of a megabyte can have a hundred thousand, and telling all of them takes several times its size. */
export function firstViolations(violations: readonly Violation[]): Violation[] {
  if (violations.length <= mostNamed) return [...violations]
  const more = { path: '', message: `and ${violations.length - mostNamed} more`, keyword: 'more' }
  return [...violations.slice(0, mostNamed), more]
}
