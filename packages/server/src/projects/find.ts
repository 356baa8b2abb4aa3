import { Fault } from '../lib/fault.ts'
import type { SkillPackage } from '../skills/package.ts'
import { isTouched } from '../skills/snapshot.ts'
import type { ProjectSkillVersion } from '../store/project-skills.ts'
import { folderOf, type ProjectsDeps } from './deps.ts'
import { filesChanged, skillNotFound, versionNotFound } from './faults.ts'
import { installedSkill } from './installed.ts'

/** A version of a skill that can be used, and where its files lie. They never change. */
export interface FoundSkill {
  readonly name: string
  readonly description: string
  readonly versionHash: string
  readonly folder: string
  readonly source: 'uploaded' | 'installed'
}

/**
 * The version in use of a skill, or the one whose hash begins so, for whoever runs something in it. Its folder is kept for a day from now,
 * whatever becomes of the skill.
 */
export async function find(deps: ProjectsDeps, projectId: string, name: string, versionHash?: string): Promise<FoundSkill> {
  const { skill, ...found } = await look(deps, projectId, name, versionHash)
  const folder = skill ? await deps.snapshots.pin(skill, deps.layout.skills) : found.folder
  if (!isTouched(folder)) throw filesChanged(name)
  return { ...found, folder }
}

/** The same for whoever only reads it: of an installed skill the folder it lies in, which its owner may change. */
export async function look(
  deps: ProjectsDeps,
  projectId: string,
  name: string,
  wanted?: string,
): Promise<FoundSkill & { readonly skill: SkillPackage | null }> {
  const current = await deps.store.projectSkills.get(projectId, name)
  if (!current) return lookAmongInstalled(deps, projectId, name, wanted)
  if (!current.enabled) throw new Fault('SKILL_DISABLED', { project_id: projectId, name })
  const version = wanted === undefined ? current : await versionOf(deps, projectId, name, wanted)
  const { versionHash, description } = version
  return { name, description, versionHash, folder: folderOf(deps, version), source: 'uploaded', skill: null }
}

/** The one version whose hash begins so. */
export async function versionOf(
  { store }: ProjectsDeps,
  projectId: string,
  name: string,
  wanted: string,
): Promise<ProjectSkillVersion> {
  const versions = await store.projectSkills.versions(projectId, name)
  const [version, ...more] = versions.filter(({ versionHash }) => versionHash.startsWith(wanted))
  if (version && more.length === 0) return version
  throw versionNotFound(
    projectId,
    name,
    wanted,
    versions.map(({ versionHash }) => versionHash),
  )
}

async function lookAmongInstalled(deps: ProjectsDeps, projectId: string, name: string, wanted = '') {
  const skill = await installedSkill(deps, projectId, name)
  if (!skill) throw skillNotFound(projectId, name)
  const { description, digest: versionHash, root: folder } = skill
  if (!versionHash.startsWith(wanted)) throw versionNotFound(projectId, name, wanted, [versionHash])
  return { name, description, versionHash, folder, source: 'installed', skill } as const
}
