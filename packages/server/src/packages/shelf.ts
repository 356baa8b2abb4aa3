import { randomBytes } from 'node:crypto'
import { lstat, readdir, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'

/**
 * A folder of skills as the installer keeps it: every version side by side in a hidden folder, and the skill in use a link to one of
 * them. To switch is to put another link in its place, so nobody ever sees half a version, and the folder of the old one stays.
 */
export function shelfOf(skills: string) {
  const versions = (id: string) => join(skills, '.versions', id)
  const staging = join(skills, '.staging')
  return {
    skills,
    staging,
    /** Where the skill in use is looked for. */
    place: (id: string) => join(skills, id),
    versions,
    version: (id: string, name: string) => join(versions(id), name),
    /** The name of the version that was in use before. */
    previous: (id: string) => join(versions(id), '.previous'),
    /** The name of the version that is to take the place of a folder; there only while it does. */
    next: (id: string) => join(versions(id), '.next'),
    /** A place of its own for something that is on its way. */
    aside: () => join(staging, randomBytes(8).toString('hex')),
  }
}

export type Shelf = ReturnType<typeof shelfOf>

export interface Version {
  readonly version: string
  readonly digest: string
}

/** No version holds an underscore. */
export const nameOf = ({ version, digest }: Version): string => `${version}_${digest}`

export function versionOf(name: string): Version | null {
  const [, version, digest] = /^([^_]+)_([0-9a-f]{64})$/.exec(name) ?? []
  return version !== undefined && digest !== undefined ? { version, digest } : null
}

/** What a folder is called that is kept and is no version: it is no whole skill, or its version was kept already. */
export const asideName = (why: 'broken' | 'by-hand', now: Date): string =>
  `${why}_${now.toISOString().replaceAll(/[:.]/g, '-')}_${randomBytes(3).toString('hex')}`

/** What lies where a skill is looked for: nothing, a link of ours, or something that somebody placed there by hand. */
export type Placed =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'version'; readonly name: string }
  | { readonly kind: 'by hand'; readonly is: 'link' | 'folder' | 'no skill' }

export async function placedAt(shelf: Shelf, id: string): Promise<Placed> {
  const place = shelf.place(id)
  const stats = await lstat(place).catch(missing)
  if (!stats) return { kind: 'nothing' }
  if (!stats.isSymbolicLink()) return { kind: 'by hand', is: stats.isDirectory() ? 'folder' : 'no skill' }
  const target = await readlink(place)
  const name = target.startsWith(`.versions/${id}/`) ? target.slice(`.versions/${id}/`.length) : ''
  return versionOf(name) ? { kind: 'version', name } : { kind: 'by hand', is: 'link' }
}

export const linkTo = (id: string, name: string): string => `.versions/${id}/${name}`

export interface Kept extends Version {
  readonly name: string
  readonly installedAt: Date
}

/** Every version that lies on the shelf, the newest first. */
export async function keptVersions(shelf: Shelf, id: string): Promise<Kept[]> {
  const names = (await readdir(shelf.versions(id)).catch(missing)) ?? []
  const kept = await Promise.all(
    names.map(async (name) => {
      const version = versionOf(name)
      const stats = version && (await stat(shelf.version(id, name)).catch(missing))
      return version && stats ? [{ ...version, name, installedAt: stats.mtime }] : []
    }),
  )
  return kept.flat().toSorted((a, b) => b.installedAt.getTime() - a.installedAt.getTime() || (a.name < b.name ? 1 : -1))
}

export function missing(error: unknown): null {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
  throw error
}
