import { randomBytes } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../lib/sync-folder.ts'
import { codeOf } from '../lib/thrown.ts'
import { syncAll } from '../packages/put.ts'
import { digestFiles } from '../skills/digest.ts'
import { listFiles } from '../skills/files.ts'
import { isTouched } from '../skills/snapshot.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { folderOf, type ProjectsDeps, type VersionKey } from './deps.ts'

/**
 * Moves a checked skill to where its version belongs, in one step; its row is written afterwards, so no row is ever without its folder. A
 * folder that is there already and whole is kept: tasks may be using it.
 */
export async function putFolder(deps: ProjectsDeps, from: string, version: VersionKey): Promise<void> {
  const folder = folderOf(deps, version)
  if (await isWhole(folder, version.versionHash)) return void isTouched(folder)
  await takeAway(deps, folder)
  await syncAll(from)
  // Where there is no sandbox, a child has to get to its own; nobody can list the others.
  await mkdir(dirname(folder), { recursive: true, mode: 0o711 })
  await rename(from, folder)
  await syncAbove(folder, deps.layout.projectSkills)
}

/** Whether a version lies there and still is what its name says. */
export async function isWhole(folder: string, versionHash: string): Promise<boolean> {
  const listing = await listFiles(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (!listing || listing.problems.length > 0) return false
  const digested = await digestFiles(listing.root, listing.files)
  return digested.ok && digested.digest === versionHash
}

/** Away in one step: a folder that is half gone would still count as there. */
export async function takeAway({ layout }: Pick<ProjectsDeps, 'layout'>, folder: string): Promise<void> {
  await mkdir(layout.staging, { recursive: true, mode: 0o700 })
  const aside = join(layout.staging, randomBytes(8).toString('hex'))
  const isThere = await rename(folder, aside).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )
  if (isThere) await removeTree(aside)
}

/** The names of new folders last only when the folders above them do. */
async function syncAbove(folder: string, top: string): Promise<void> {
  for (let above = dirname(folder); above.startsWith(top); above = dirname(above)) await syncFolder(above)
}
