import { sizesOf } from '../skills/file-sizes.ts'
import type { ProjectsDeps } from './deps.ts'
import { skillNotFound } from './faults.ts'
import { installedSkill } from './installed.ts'

export interface ListedVersion {
  readonly versionHash: string
  readonly description: string
  /** It is what is loaded and run when no other is asked for. */
  readonly isActive: boolean
  readonly files: number
  readonly bytes: number
  /** Both null: it was not uploaded here. */
  readonly uploadedAt: string | null
  readonly uploadedBy: string | null
}

/** What was uploaded of a skill, the newest first. Of an installed one the version that is installed: the others are in its archive. */
export async function versions(deps: ProjectsDeps, projectId: string, name: string): Promise<ListedVersion[]> {
  const current = await deps.store.projectSkills.get(projectId, name)
  if (!current) return [await onlyInstalled(deps, projectId, name)]
  const kept = await deps.store.projectSkills.versions(projectId, name)
  return kept.map(({ versionHash, description, files, bytes, createdAt: uploadedAt, principal: uploadedBy }) => ({
    ...{ versionHash, description, files, bytes, uploadedAt, uploadedBy },
    isActive: versionHash === current.versionHash,
  }))
}

async function onlyInstalled(deps: ProjectsDeps, projectId: string, name: string): Promise<ListedVersion> {
  const skill = await installedSkill(deps, projectId, name)
  if (!skill) throw skillNotFound(projectId, name)
  const sizes = await sizesOf(skill)
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0)
  const { digest: versionHash, description } = skill
  return { versionHash, description, isActive: true, files: sizes.length, bytes, uploadedAt: null, uploadedBy: null }
}
