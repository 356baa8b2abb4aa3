import { Fault } from '../lib/fault.ts'
import type { ProjectSkill } from '../store/project-skills.ts'
import { folderOf, type ProjectsDeps, turnOf } from './deps.ts'
import { filesChanged, skillNotFound, versionNotFound } from './faults.ts'
import { versionOf } from './find.ts'
import { installedEntry } from './installed.ts'
import { isWhole } from './put-folder.ts'
import { type ListedSkill, uploaded } from './skill.ts'

/** Uses another version of a skill, after a look whether it still is what it was. Whether the skill is enabled stays as it is. */
export function activate(deps: ProjectsDeps, projectId: string, name: string, versionHash: string): Promise<ListedSkill> {
  return inTurn(deps, projectId, name, async () => {
    const version = await versionOf(deps, projectId, name, versionHash)
    if (!(await isWhole(folderOf(deps, version), version.versionHash))) throw filesChanged(name)
    const skill = shown(await deps.store.projectSkills.activate(version), projectId, name)
    deps.logger.info({ project_id: projectId, name, version_hash: skill.versionHash }, 'skill version of a project activated')
    return skill
  })
}

/** A skill that is disabled is listed, and can be neither loaded nor run. */
export function setEnabled(deps: ProjectsDeps, projectId: string, name: string, enabled: boolean): Promise<ListedSkill> {
  return inTurn(deps, projectId, name, async () => {
    const skill = shown(await deps.store.projectSkills.setEnabled(projectId, name, enabled), projectId, name)
    deps.logger.info({ project_id: projectId, name, enabled }, 'skill of a project enabled or disabled')
    return skill
  })
}

/** Forgets a skill with all its versions, and answers how many there were. Tasks may be using their folders, so those are left to the sweep. */
export function remove(deps: ProjectsDeps, projectId: string, name: string): Promise<number> {
  return inTurn(deps, projectId, name, async () => {
    const versions = await deps.store.projectSkills.remove(projectId, name)
    deps.logger.info({ project_id: projectId, name, versions }, 'skill of a project deleted')
    return versions
  })
}

/** Forgets one version; its folder too is left to the sweep. */
export function removeVersion(
  deps: ProjectsDeps,
  projectId: string,
  name: string,
  versionHash: string,
  staysInUse: boolean,
): Promise<void> {
  return inTurn(deps, projectId, name, async () => {
    if (!(await deps.store.projectSkills.hasVersion(projectId, name, versionHash)))
      throw versionNotFound(projectId, name, versionHash, [])
    if (!(await deps.store.projectSkills.removeVersion(projectId, name, versionHash, staysInUse)))
      throw new Fault('SKILL_VERSION_IN_USE', { project_id: projectId, name, version_hash: versionHash })
    deps.logger.info({ project_id: projectId, name, version_hash: versionHash }, 'skill version of a project deleted')
  })
}

/** Only what was uploaded to the project can be changed there. */
function inTurn<T>(deps: ProjectsDeps, projectId: string, name: string, act: () => Promise<T>): Promise<T> {
  return deps.turns.take(turnOf({ projectId, name }), async () => {
    if (await deps.store.projectSkills.get(projectId, name)) return act()
    const isInstalled = (await installedEntry(deps, projectId, name)) !== null
    throw isInstalled ? new Fault('SKILL_READ_ONLY', { project_id: projectId, name }) : skillNotFound(projectId, name)
  })
}

function shown(skill: ProjectSkill | null, projectId: string, name: string): ListedSkill {
  if (!skill) throw skillNotFound(projectId, name)
  return uploaded(skill)
}
