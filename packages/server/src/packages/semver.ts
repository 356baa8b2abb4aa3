/**
 * Which of two semantic versions comes first, by §11 of semver.org: less than 0, 0 or greater than 0. Both are valid; what stands
 * behind a plus does not count.
 */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)]
  return compareAll(one.numbers, other.numbers) || comparePrereleases(one.prerelease, other.prerelease)
}

interface Parts {
  readonly numbers: readonly string[]
  /** Empty: a release. */
  readonly prerelease: readonly string[]
}

function partsOf(version: string): Parts {
  const [, numbers = '', prerelease = ''] = /^([^-+]*)(?:-([^+]*))?/.exec(version) ?? []
  return { numbers: numbers.split('.'), prerelease: prerelease === '' ? [] : prerelease.split('.') }
}

/** A release comes after all that led to it. */
function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  return compareAll(a, b)
}

/** The first difference decides; when there is none, the longer list is the greater. */
function compareAll(a: readonly string[], b: readonly string[]): number {
  const differences = a.slice(0, b.length).map((part, index) => compareParts(part, b[index] ?? ''))
  return differences.find((difference) => difference !== 0) ?? a.length - b.length
}

const isNumber = (part: string): boolean => /^\d+$/.test(part)

/** Numbers by their value, however long they are; texts by their letters; a number comes before a text. */
function compareParts(a: string, b: string): number {
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1
  if (isNumber(a) && a.length !== b.length) return a.length - b.length
  return a === b ? 0 : a < b ? -1 : 1
}
