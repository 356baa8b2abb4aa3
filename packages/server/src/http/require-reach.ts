import type { OperationId } from '@agent-skill-runner/contract/operations/index.ts'
import type { FastifyRequest } from 'fastify'
import { Fault } from '../lib/fault.ts'

/** Throws where a token of a project asks for something of the whole server, whatever its scope. */
export type RequireReach = (request: FastifyRequest) => void

/** What needs `admin` is about the whole server, unless its path names a project, or it is here: then a new route is closed at first. */
const withinProject: ReadonlySet<string> = new Set<OperationId>(['cleanupJobs', 'cleanupRuns'])

export const requireReach: RequireReach = ({ principal, params, routeOptions }) => {
  const { scope, operation = '' } = routeOptions.config
  if (principal.anyProject || scope !== 'admin' || withinProject.has(operation)) return
  if ('project_id' in (params as object)) return
  throw new Fault('FORBIDDEN', { needed: 'admin', granted: principal.scopes, project: principal.projectId })
}
