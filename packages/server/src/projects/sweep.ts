import { readdir, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import { folderOf, type ProjectsDeps, turnOf, type VersionKey } from './deps.ts'
import { takeAway } from './put-folder.ts'

/** Longer than any task lasts by itself. */
const keptMs = 24 * 60 * 60 * 1000

/**
 * Removes folders of versions that no row knows: of skills that were deleted, and of uploads that a crash cut off. Those that somebody
 * asked for within a day stay, and those that are named.
 */
export async function sweep(deps: ProjectsDeps, inUse: ReadonlySet<string>): Promise<void> {
  for (const version of await placedVersions(deps.layout.projectSkills)) {
    const folder = folderOf(deps, version)
    if (inUse.has(folder)) continue
    await deps.turns
      .take(turnOf(version), () => removeUnknown(deps, version, folder))
      .catch((err: unknown) => deps.logger.warn({ err, folder }, 'cannot delete an old skill of a project'))
  }
}

async function removeUnknown(deps: ProjectsDeps, version: VersionKey, folder: string): Promise<void> {
  const { projectId, name, versionHash } = version
  if (await deps.store.projectSkills.hasVersion(projectId, name, versionHash)) return
  const { mtimeMs } = await stat(folder)
  if (mtimeMs > deps.clock.now().getTime() - keptMs) return
  await takeAway(deps, folder)
  // Only where it was the last one.
  await rmdir(dirname(folder)).catch(unless('ENOTEMPTY'))
}

/** Every folder that a version may lie in: <project>/skills/<name>/<hash>. */
async function placedVersions(root: string): Promise<VersionKey[]> {
  const versions: VersionKey[] = []
  for (const projectId of await namesIn(root))
    for (const name of await namesIn(join(root, projectId, 'skills')))
      for (const versionHash of await namesIn(join(root, projectId, 'skills', name)))
        versions.push({ projectId, name, versionHash })
  return versions
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(unless('ENOENT', 'ENOTDIR'))) ?? []

const unless =
  (...codes: readonly string[]) =>
  (error: unknown): null => {
    if (codes.includes(codeOf(error))) return null
    throw error
  }
