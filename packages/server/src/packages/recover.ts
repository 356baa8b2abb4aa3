import { readdir, readlink, unlink } from 'node:fs/promises'
import { runError } from '../domain/failure.ts'
import { instant } from '../lib/clock.ts'
import type { PackageInstall } from '../store/package-installs.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { PackageDeps } from './deps.ts'
import { isVersionWhole } from './put.ts'
import { compareVersions } from './semver.ts'
import { missing, nameOf } from './shelf.ts'
import { inUse, switchTo } from './switch.ts'

export type RecoverDeps = Omit<PackageDeps, 'registry' | 'limits' | 'turns' | 'guestCheck'>

/** At start, before skills are read: what a dead server had begun is finished where its version lies ready, and failed where not. */
export async function recoverPackages(deps: RecoverDeps): Promise<void> {
  await removeTree(deps.shelf.staging)
  await finishSwaps(deps).catch((err: unknown) => deps.logger.error({ err }, 'cannot reconcile interrupted skill changes'))
  for (const install of await deps.store.packageInstalls.running()) {
    const done = await finish(deps, install).catch((err: unknown) => {
      deps.logger.error({ err, package_request_id: install.id }, 'cannot finish an interrupted installation')
      return false
    })
    const error = done ? null : runError('ORCHESTRATOR_RESTART_INTERRUPTED')
    await deps.store.packageInstalls.end(install.id, instant(deps.clock), error)
    deps.logger.warn({ package_request_id: install.id, skill_id: install.skillId, done }, 'interrupted installation reconciled')
  }
}

/** Where a folder was moved away for a link that then was not put there, there would be no skill at all. */
async function finishSwaps(deps: RecoverDeps): Promise<void> {
  const { shelf } = deps
  for (const id of (await readdir(shelf.versions('')).catch(missing)) ?? []) {
    const next = await readlink(shelf.next(id)).catch(() => null)
    if (next === null) continue
    const before = await inUse(deps, id)
    const isCut = before.kind === 'nothing' && (await isVersionWhole(shelf, id, next))
    if (isCut) await switchTo(deps, id, before, next)
    await unlink(shelf.next(id))
    if (isCut) deps.logger.warn({ skill_id: id }, 'interrupted skill change reconciled')
  }
}

/**
 * The rules were kept before the crash, and nobody changed anything since. They are looked at once more all the same: where a disk was too
 * full to note the end of an installation, a later one or none may be in use by now.
 */
async function finish(deps: RecoverDeps, { skillId, version, digest }: PackageInstall): Promise<boolean> {
  if (skillId === null || version === null || digest === null) return false
  const name = nameOf({ version, digest })
  if (!(await isVersionWhole(deps.shelf, skillId, name))) return false
  const before = await inUse(deps, skillId)
  if (before.kind !== 'nothing' && before.placed.kind === 'version' && before.placed.name === name) return true
  const wasInUse = (await readlink(deps.shelf.previous(skillId)).catch(() => null)) === name
  if (wasInUse || (before.kind === 'skill' && compareVersions(version, before.skill.version) <= 0)) return false
  await switchTo(deps, skillId, before, name)
  return true
}
