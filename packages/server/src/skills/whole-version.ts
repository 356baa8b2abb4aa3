/** What semver.org calls a version. */
export const isVersion = (text: string): boolean => text.length <= 128 && semver.test(text)

const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/

/** A version as people write it, `1`, `v1.2` or `1.2.0`, in full; null: it is none. */
export function wholeVersion(text: string): string | null {
  const [, numbers = '', rest = ''] = /^v?(\d+(?:\.\d+){0,2})(.*)$/.exec(text.trim()) ?? []
  const [major = '', minor = '0', patch = '0'] = numbers.split('.')
  const whole = `${major}.${minor}.${patch}${rest}`
  return isVersion(whole) ? whole : null
}
