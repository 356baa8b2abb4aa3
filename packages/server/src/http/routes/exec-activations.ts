import type { FastifyInstance } from 'fastify'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'
import { entered } from './enter-project.ts'
import { requireRoom } from './require-room.ts'

/** Skills in sessions, before anything runs in them. */
export function execActivationRoutes(app: FastifyInstance, deps: RouteDeps): void {
  route(app, 'activateInExecSession', async ({ principal, params, body }) => {
    const projectId = entered(principal, params.project_id)
    await requireRoom(deps)
    const { skill_name, version = null } = body
    const request = { projectId, principal, session: params.session_id, skill: skill_name, version }
    const { session, skill, folder, files } = await deps.exec.activate(request)
    return { session_id: session.alias, skill_name: skill.name, version_hash: skill.versionHash, folder, files }
  })
}
