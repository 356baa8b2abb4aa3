import { mkdir, rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { inParallel } from '../lib/in-parallel.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { listFiles } from '../skills/files.ts'
import { readSkill, type SkillPackage } from '../skills/package.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { asideName, missing, nameOf, placedAt, type Shelf, versionOf } from './shelf.ts'

export interface PutVersion {
  readonly name: string
  /** It was not in the archive before. */
  readonly isNew: boolean
}

/** Moves a checked skill to its place among the versions. One that is there already and whole is kept instead. */
export async function putVersion(shelf: Shelf, folder: string, skill: SkillPackage, now: Date): Promise<PutVersion> {
  const name = nameOf(skill)
  if (await keepsWhole(shelf, skill.id, name, now)) return { name, isNew: false }
  await syncAll(folder)
  await utimes(folder, now, now)
  await mkdir(shelf.versions(skill.id), { recursive: true })
  await rename(folder, shelf.version(skill.id, name))
  await syncFolder(shelf.versions(skill.id))
  await syncFolder(join(shelf.skills, '.versions'))
  return { name, isNew: true }
}

/** What could not be put in use is not kept as if it had been. */
export async function undoPut(shelf: Shelf, id: string, { name, isNew }: PutVersion): Promise<void> {
  const placed = await placedAt(shelf, id)
  if (isNew && !(placed.kind === 'version' && placed.name === name)) await removeTree(shelf.version(id, name))
}

/** Every file and folder of a skill is on the disk, but for the name of the skill itself. */
export async function syncAll(folder: string): Promise<void> {
  const { files, folders } = await listFiles(folder)
  await inParallel([...files.map(({ path }) => path), ...folders], (path) => syncFolder(join(folder, path)))
}

/** Whether the archive has a version. One that is not what its name says is set aside: nobody's work is thrown away, not even what was corrupt. */
export async function keepsWhole(shelf: Shelf, id: string, name: string, now: Date): Promise<boolean> {
  if (await isVersionWhole(shelf, id, name)) return true
  await rename(shelf.version(id, name), shelf.version(id, asideName('broken', now))).catch(missing)
  return false
}

/** Whether a version is there and still what its name says. */
export async function isVersionWhole(shelf: Shelf, id: string, name: string): Promise<boolean> {
  const read = await readSkill(shelf.version(id, name), { id, builtIn: false, engines: null })
  return read.ok && read.skill.digest === versionOf(name)?.digest
}
