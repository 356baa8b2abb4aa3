import type { OperationId } from '@agent-skill-runner/contract/operations/index.ts'
import type { FastifyRequest } from 'fastify'
import type { Principal } from '../domain/job.ts'
import { mayEnter } from '../domain/project.ts'
import { type Profile, type Refusal, refusalOf } from '../domain/tools.ts'
import { Fault } from '../lib/fault.ts'
import { cookieOf } from './cookie.ts'

/**
 * Throws unless the caller may enter the project of the request, and its profile lets it do what it asks for there. Where a request
 * stands for another operation than that of its route, this is named.
 */
export type RequireTool = (request: FastifyRequest, operation?: OperationId) => Promise<void>

export interface Profiles {
  find(projectId: string, name: string): Promise<Profile | null>
}

/** Before every operation, so that no route can forget it. A project that somebody may not enter is answered as one that is not there. */
export function requireToolBy(profiles: Profiles): RequireTool {
  return async (request, another) => {
    const { principal } = request
    const { scope = 'read', operation: own = '' } = request.routeOptions.config
    const operation = another ?? own
    const { project_id: project = principal.projectId } = request.params as { project_id?: string }
    if (!mayEnter(principal, project)) throw new Fault('PROJECT_NOT_FOUND', { project_id: project })
    const profile = principal.profile === undefined ? null : await profiles.find(project, principal.profile)
    const isFromPage = isPageOf(request)
    const refusal = refusalOf({ operation, isRead: scope !== 'run' && scope !== 'admin', principal, isFromPage, profile })
    if (refusal) throw faultOf(refusal, { operation, project, principal, profile })
  }
}

/** Whether a browser sent it, whatever its token says. */
export const isPageOf = (request: FastifyRequest): boolean => request.headers.origin !== undefined || cookieOf(request) !== null

export interface Judged {
  readonly operation: string
  readonly project: string
  readonly principal: Principal
  readonly profile: Profile | null
}

export function faultOf({ code, tool }: Refusal, { operation, project, principal, profile }: Judged): Fault {
  const asked = { tool, operation, project_id: project, profile: principal.profile ?? null }
  if (code === 'UI_NOT_ALLOWED') return new Fault('UI_NOT_ALLOWED', asked)
  return new Fault('TOOL_NOT_ALLOWED', {
    ...asked,
    profile_exists: profile !== null,
    allowed_tools: profile?.allowedTools ?? [],
  })
}
