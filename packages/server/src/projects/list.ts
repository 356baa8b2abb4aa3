import type { ProjectSkillFilter } from '../store/project-skills.ts'
import type { ProjectsDeps } from './deps.ts'
import { installedSkills } from './installed.ts'
import { installed, type ListedSkill, uploaded } from './skill.ts'

/** The skills of a project by name, up to a limit. One that was uploaded hides the installed one of its name, also while it is disabled. */
export async function list(deps: ProjectsDeps, projectId: string, filter: ProjectSkillFilter): Promise<ListedSkill[]> {
  const own = await deps.store.projectSkills.list(projectId, filter)
  const shared = await visibleToAll(deps, projectId, filter)
  return [...own.map(uploaded), ...shared].toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, filter.limit)
}

async function visibleToAll(
  deps: ProjectsDeps,
  projectId: string,
  { enabled = true, after = '' }: ProjectSkillFilter,
): Promise<ListedSkill[]> {
  const skills = enabled ? await installedSkills(deps, projectId) : []
  const hidden = skills.length === 0 ? new Set() : await deps.store.projectSkills.names(projectId)
  return skills.filter(({ id }) => id > after && !hidden.has(id)).map(installed)
}
