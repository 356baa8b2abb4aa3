interface Difference {
  /** JSON pointer; empty: the whole. */
  readonly path: string
  readonly expected: string
  readonly actual: string
}

/** Where two JSON values first differ; null: they are the same. The order of members does not count. Each value is looked at once. */
export function firstDifference(expected: unknown, actual: unknown, path = ''): Difference | null {
  if (expected === actual) return null
  if (!isHolder(expected) || !isHolder(actual) || Array.isArray(expected) !== Array.isArray(actual))
    return { path, ...shown(expected, actual) }
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const place = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const inside = firstDifference(memberOf(expected, name), memberOf(actual, name), place)
    if (inside) return inside
  }
  return null
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Undefined: there is none, which no JSON value is. */
const memberOf = (holder: object, name: string): unknown => Object.getOwnPropertyDescriptor(holder, name)?.value

const shown = (expected: unknown, actual: unknown) => ({ expected: shortJson(expected, 200), actual: shortJson(actual, 200) })

/** A value as JSON, shortened in its middle: beginnings and ends tell the most. */
export function shortJson(value: unknown, most = 2000): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  if (text.length <= most) return text
  const half = Math.floor((most - 1) / 2)
  return `${text.slice(0, half)}…${text.slice(text.length - half)}`.toWellFormed()
}
