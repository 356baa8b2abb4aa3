import { defaultProject } from '../domain/project.ts'
import { Fault } from '../lib/fault.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { SkillEntry } from '../skills/registry.ts'
import type { ProjectsDeps } from './deps.ts'

type Where = Pick<ProjectsDeps, 'registry'>

/** The installed skill of a name, healthy or not; null: there is none, or the project is not the one that shows them. */
export async function installedEntry({ registry }: Where, projectId: string, name: string): Promise<SkillEntry | null> {
  if (projectId !== defaultProject) return null
  await registry.caughtUp(name)
  return registry.get(name)
}

/** The same for those who use it. */
export async function installedSkill(deps: Where, projectId: string, name: string): Promise<SkillPackage | null> {
  const entry = await installedEntry(deps, projectId, name)
  if (entry?.health === 'degraded') throw new Fault('SKILL_DEGRADED', { skill_id: name, problems: entry.problems })
  return entry?.skill ?? null
}

/** All that can be used, by name. */
export async function installedSkills({ registry }: Where, projectId: string): Promise<SkillPackage[]> {
  if (projectId !== defaultProject) return []
  await registry.caughtUp()
  return registry.list().flatMap((entry) => (entry.health === 'healthy' ? entry.skill : []))
}
