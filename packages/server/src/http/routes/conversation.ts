import type { PendingView, ReplyAccepted } from '@agent-skill-runner/contract/conversation.ts'
import type { CancelView } from '@agent-skill-runner/contract/job.ts'
import type { FastifyInstance } from 'fastify'
import { cancelRun } from '../../intake/cancel.ts'
import { acceptReply, readPending } from '../../intake/reply.ts'
import { Fault } from '../../lib/fault.ts'
import { invalidRequest } from '../invalid-request.ts'
import { presentInteraction } from '../present.ts'
import { type Call, route } from '../route.ts'
import type { RouteDeps } from './deps.ts'
import { type Find, findJob } from './find.ts'

/** What a person does with a run: read its question, answer it, end it. Jobs, temporary ones and their management are answered by the same code. */
export function conversationRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const of = conversationOf(deps, findJob(deps.runner))
  route(app, 'getJobPending', of.pending)
  route(app, 'getRunPending', of.pending)
  route(app, 'replyToJob', of.reply)
  route(app, 'replyToRun', of.reply)
  route(app, 'cancelJob', of.cancel)
  route(app, 'cancelRun', of.cancel)
}

export const conversationOf = (deps: RouteDeps, find: Find) => ({
  pending: (call: Call<'getJobPending'>) => pending(deps, find, call),
  reply: (call: Call<'replyToJob'>) => reply(deps, find, call),
  cancel: (call: Call<'cancelJob'>) => cancel(deps, find, call),
})

async function pending({ runner }: RouteDeps, find: Find, call: Call<'getJobPending'>): Promise<PendingView> {
  const found = await find(call)
  const asked = await readPending(runner, found)
  return { request_id: found.job.id, status: found.run.state, pending: asked && presentInteraction(asked) }
}

async function reply({ runner, attempts }: RouteDeps, find: Find, call: Call<'replyToJob'>): Promise<ReplyAccepted> {
  if (attempts.stopping) throw new Fault('SHUTTING_DOWN')
  const { headers, body, parts } = call
  const found = await find(call)
  const key = keyOf(headers['idempotency-key'], body.idempotency_key)
  const given = { interaction: body.interaction_id, response: body.response, key }
  const { status, repeated } = await acceptReply(runner, found, given, parts, () => attempts.stopping)
  if (repeated) call.reply.header('idempotent-replayed', 'true')
  return { request_id: found.job.id, status, accepted: true }
}

/** A key may come in the header, in the body, or in both if it is the same. */
function keyOf(header: string | undefined, member: string | undefined): string | null {
  if (header !== undefined && member !== undefined && header !== member)
    throw invalidRequest('/idempotency_key', 'must be the same as the header Idempotency-Key', 'const')
  return header ?? member ?? null
}

async function cancel({ runner, attempts }: RouteDeps, find: Find, call: Call<'cancelJob'>): Promise<CancelView> {
  const { job, run: before } = await find(call)
  const { run, accepted, message } = await cancelRun(runner, attempts, job.id, before)
  return { request_id: job.id, run_id: run.id, status: run.state, accepted, message }
}
