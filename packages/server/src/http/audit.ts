import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../lib/clock.ts'
import { instant } from '../lib/clock.ts'
import type { Store } from '../store/open.ts'

export type ActionRecord = Pick<Store['adminActions'], 'note' | 'answered'>

declare module 'fastify' {
  interface FastifyRequest {
    /** The number of its entry in the record of admin actions; null: it has none. */
    actionId: number | null
    /** What it is about, where its path does not say so. */
    actionTarget: string | null
    /** It asks for what only administrators may, though its operation is for others too. */
    needsAdmin: boolean
    /** What it was refused or failed with; null: it was not. */
    errorCode: string | null
  }
}

/**
 * Who changes the server is on record before it happens, so that no crash can lose it; the status comes with the answer. What changes
 * nothing is left out, unless it was forbidden. Nobody is known before the guards have passed, so this comes after them. Whoever is
 * forbidden something may ask for it without end: of that, one entry a minute is enough.
 */
export function addAudit(app: FastifyInstance, record: ActionRecord, clock: Clock): void {
  const isFirst = firstOfItsMinute(clock)
  app.addHook('onRequest', async (request) => {
    if (isChange(request)) request.actionId = await record.note(actionOf(request, clock))
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { actionId, errorCode } = request
    if (actionId === null && !(isForbidden(request) && isFirst(request))) return
    const status = reply.statusCode
    try {
      const answer = { status, errorCode, target: request.actionTarget ?? targetOf(request) ?? targetIn(payload) }
      if (actionId === null) await record.note({ ...actionOf(request, clock), ...answer })
      else await record.answered(actionId, answer)
    } catch (error) {
      // It has happened, and its beginning is on record.
      request.log.error({ err: error, status, error_code: errorCode }, 'cannot record the response to an admin action')
    }
  })
}

/** For an operation that is not only for administrators, once its caller is known to be one: before it acts, too. */
export async function noteAction(
  request: FastifyRequest,
  { store, clock }: { readonly store: Pick<Store, 'adminActions'>; readonly clock: Clock },
): Promise<void> {
  request.actionId = await store.adminActions.note(actionOf(request, clock))
}

const isAdmins = ({ routeOptions, is404, needsAdmin }: FastifyRequest): boolean =>
  !is404 && (routeOptions.config.scope === 'admin' || needsAdmin)

const isChange = (request: FastifyRequest): boolean => isAdmins(request) && request.method !== 'GET' && request.method !== 'HEAD'

const isForbidden = (request: FastifyRequest): boolean =>
  isAdmins(request) && (request.errorCode === 'FORBIDDEN' || request.errorCode === 'TOOL_NOT_ALLOWED')

/** As many are remembered as there are tokens and operations, and for a minute. */
function firstOfItsMinute(clock: Clock): (request: FastifyRequest) => boolean {
  let current = 0
  const seen = new Set<string>()
  return ({ principal: { projectId, name }, routeOptions }) => {
    const minute = Math.floor(clock.now().getTime() / 60_000)
    if (minute !== current) seen.clear()
    current = minute
    const what = JSON.stringify([projectId, name, routeOptions.config.operation])
    if (seen.has(what)) return false
    seen.add(what)
    return true
  }
}

const actionOf = (request: FastifyRequest, clock: Clock) => ({
  at: instant(clock),
  principal: request.principal.name,
  action: request.routeOptions.config.operation ?? '',
  target: request.actionTarget ?? targetOf(request),
  status: null,
  errorCode: null,
  xRequestId: request.id,
})

/** What the path names: a skill, an engine, a job, or something in a project. */
function targetOf({ params }: FastifyRequest): string | null {
  const named = Object.values(params as Record<string, string>)
  return named.length === 0 ? null : named.join('/').slice(0, 128)
}

/** What only the answer names: that which came to be. */
function targetIn(payload: unknown): string | null {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return null
  const { request_id, skill_id } = JSON.parse(payload) as Record<string, unknown>
  return [request_id, skill_id].find((id): id is string => typeof id === 'string') ?? null
}
