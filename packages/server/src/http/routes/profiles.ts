import type { Profile as ProfileView } from '@agent-skill-runner/contract/profile.ts'
import type { FastifyInstance } from 'fastify'
import { type Tool, toolNamed, tools } from '../../domain/tools.ts'
import { instant } from '../../lib/clock.ts'
import { Fault } from '../../lib/fault.ts'
import { projectTopic } from '../../skills/topic.ts'
import type { StoredProfile } from '../../store/profiles.ts'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'
import { entered } from './enter-project.ts'

/** What the tokens of a project may do. Each is read with the next request of whoever carries it. */
export function profileRoutes(app: FastifyInstance, { runner }: RouteDeps): void {
  const { store, clock, wakes } = runner

  route(app, 'listProfiles', async ({ principal, params }) => {
    const found = await store.profiles.list(entered(principal, params.project_id))
    return { profiles: found.map(present) }
  })

  route(app, 'getProfile', async ({ principal, params: { project_id, name } }) => {
    const profile = await store.profiles.find(entered(principal, project_id), name)
    if (!profile) throw notFound(name)
    return present(profile)
  })

  route(app, 'putProfile', async ({ principal, params: { project_id, name }, body }) => {
    const project = entered(principal, project_id)
    const profile = { name, allowedTools: toolsIn(body.allowed_tools), uiAllowed: body.ui_allowed ?? false }
    const stored = await store.profiles.put(project, profile, instant(clock))
    wakes.wake(projectTopic(project))
    return present(stored)
  })

  route(app, 'deleteProfile', async ({ principal, params: { project_id, name } }) => {
    const project = entered(principal, project_id)
    if (!(await store.profiles.remove(project, name))) throw notFound(name)
    wakes.wake(projectTopic(project))
    return { name, removed: true as const }
  })
}

/** Each once, in the order of the table. A name that is misspelt must not look as if it were allowed. */
function toolsIn(names: readonly string[]): readonly Tool[] {
  const problems = names.flatMap((name, index) =>
    toolNamed(name) === null
      ? [{ path: `/allowed_tools/${index}`, message: `is not a tool; the tools are ${tools.join(', ')}`, keyword: 'enum' }]
      : [],
  )
  if (problems.length > 0) throw new Fault('INVALID_REQUEST', { problems })
  const named = names.map(toolNamed)
  return tools.filter((tool) => named.includes(tool))
}

const notFound = (name: string): Fault => new Fault('PROFILE_NOT_FOUND', { name })

const present = ({ name, projectId, allowedTools, uiAllowed, createdAt, updatedAt }: StoredProfile): ProfileView => ({
  name,
  project_id: projectId,
  allowed_tools: [...allowedTools],
  ui_allowed: uiAllowed,
  created_at: createdAt,
  updated_at: updatedAt,
})
