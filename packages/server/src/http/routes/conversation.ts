import type { PendingView, ReplyAccepted } from '@agent-skill-runner/contract/conversation.ts'
import type { CancelView } from '@agent-skill-runner/contract/job.ts'
import type { FastifyInstance } from 'fastify'
import { Fault } from '../../lib/fault.ts'
import { cancelRun } from '../../runner/cancel.ts'
import { acceptReply, readPending } from '../../runner/reply.ts'
import { requireJob } from '../../runner/wait.ts'
import { invalidRequest } from '../invalid-request.ts'
import { presentInteraction } from '../present.ts'
import { type Call, route } from '../route.ts'
import type { RouteDeps } from './deps.ts'

/** What a person does with a run: read its question, answer it, end it. Jobs and their management are answered by the same code. */
export function conversationRoutes(app: FastifyInstance, deps: RouteDeps): void {
  route(app, 'getJobPending', (call) => pending(deps, call))
  route(app, 'getRunPending', (call) => pending(deps, call))
  route(app, 'replyToJob', (call) => reply(deps, call))
  route(app, 'replyToRun', (call) => reply(deps, call))
  route(app, 'cancelJob', (call) => cancel(deps, call))
  route(app, 'cancelRun', (call) => cancel(deps, call))
}

async function pending({ runner }: RouteDeps, { principal, params }: Call<'getJobPending'>): Promise<PendingView> {
  const found = await requireJob(runner, principal.projectId, params.request_id)
  const asked = await readPending(runner, found)
  return { request_id: found.job.id, status: found.run.state, pending: asked && presentInteraction(asked) }
}

async function reply({ runner, workers }: RouteDeps, call: Call<'replyToJob'>): Promise<ReplyAccepted> {
  if (workers.stopping) throw new Fault('SHUTTING_DOWN')
  const { principal, params, headers, body, parts } = call
  const found = await requireJob(runner, principal.projectId, params.request_id)
  const key = keyOf(headers['idempotency-key'], body.idempotency_key)
  const given = { interaction: body.interaction_id, response: body.response, key }
  const { status, repeated } = await acceptReply(runner, found, given, parts, () => workers.stopping)
  if (repeated) call.reply.header('idempotent-replayed', 'true')
  return { request_id: found.job.id, status, accepted: true }
}

/** A key may come in the header, in the body, or in both if it is the same. */
function keyOf(header: string | undefined, member: string | undefined): string | null {
  if (header !== undefined && member !== undefined && header !== member)
    throw invalidRequest('/idempotency_key', 'must be the same as the header Idempotency-Key', 'const')
  return header ?? member ?? null
}

async function cancel({ runner, workers }: RouteDeps, { principal, params }: Call<'cancelJob'>): Promise<CancelView> {
  const { job, run: before } = await requireJob(runner, principal.projectId, params.request_id)
  const { run, accepted, message } = await cancelRun(runner, workers, job.id, before)
  return { request_id: job.id, run_id: run.id, status: run.state, accepted, message }
}
