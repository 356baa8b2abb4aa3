/** JSON pointers (RFC 6901): the empty one is the whole, /a/b is below. */
export const joined = (pointer: string, path: readonly string[]): string =>
  pointer + path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

export const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

export function valueAt(root: unknown, pointer: string): unknown {
  let value = root
  for (const part of partsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = Reflect.get(value, part)
  }
  return value
}

/** As a reference writes it. What is no text at all leads nowhere, and is no reason to stop. */
export const fragmentOf = (pointer: string): string => encodeURI(pointer.toWellFormed()).replaceAll('#', '%23')

/** What the fragment of a reference says; null: that is no way to write one. */
export function fragmentText(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return null
  }
}
