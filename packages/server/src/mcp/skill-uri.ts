/** A file or folder below the skills of a project. */
export interface SkillPlace {
  readonly project: string
  /** Null: all skills of the project. */
  readonly name: string | null
  /** Below the skill, without a slash at its end; empty: the skill itself. */
  readonly path: string
}

export const skillUri = (project: string, name: string, path = ''): string =>
  `skill://${[project, name, ...path.split('/')]
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/')}`

/** Null: nothing of ours is called so. */
export function placeOf(uri: string): SkillPlace | null {
  const url = URL.parse(uri)
  if (url?.protocol !== 'skill:' || url.search !== '' || url.hash !== '') return null
  const parts = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
  if (parts.includes(null)) return null
  const [name = null, ...path] = parts
  return { project: url.hostname, name, path: path.join('/') }
}

/** A part of an address; null: it could mean another place. */
export function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    return text === '' || text === '.' || text === '..' || text.includes('/') ? null : text
  } catch {
    return null
  }
}
