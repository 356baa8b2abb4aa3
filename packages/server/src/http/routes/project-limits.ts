import type { ProjectLimitsView } from '@agent-skill-runner/contract/project-limits.ts'
import type { FastifyInstance } from 'fastify'
import { dayLimitsIn } from '../../domain/budget.ts'
import { limitsByName } from '../../domain/exec-limits.ts'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'
import { entered } from './enter-project.ts'

/** What projects may use of what the server allows. */
export function projectLimitRoutes(app: FastifyInstance, { exec }: RouteDeps): void {
  const present = (project: string): ProjectLimitsView => ({
    project_id: project,
    own: { ...exec.projects.own(project) },
    effective: effectiveOf(exec, project),
  })
  route(app, 'getProjectLimits', ({ principal, params }) => present(entered(principal, params.project_id)))

  route(app, 'putProjectLimits', async ({ principal, params, body }) => {
    const project = entered(principal, params.project_id)
    await exec.projects.put(project, body)
    return present(project)
  })
}

/** 0: there is no limit. */
export function effectiveOf({ projects }: RouteDeps['exec'], project: string): ProjectLimitsView['effective'] {
  const { limits, resourceLimits } = projects.depsOf(project)
  return { ...limitsByName(limits, resourceLimits), ...dayLimitsIn(projects.own(project)) }
}
