/**
 * The ids by which clients of vendors know skills and versions: the names and hashes that are everywhere else, with a word before
 * them. So nothing has to be kept, and whoever has one knows the other.
 */
export const skillIdOf = (name: string): string => `skill_${name}`

/** Null: it is no id of a skill. */
export const nameIn = (skillId: string): string | null => /^skill_([\w-][\w.-]{0,127})$/.exec(skillId)?.[1] ?? null

export const versionIdOf = (versionHash: string): string => `skillver_${versionHash}`

/** A hash or the beginning of one; null: it is none. */
export const hashIn = (version: string): string | null => /^(?:skillver_)?([0-9a-f]{8,64})$/.exec(version)?.[1] ?? null
