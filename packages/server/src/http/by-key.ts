import type { FastifyReply } from 'fastify'
import type { Principal } from '../domain/job.ts'
import { type Once, onceOf } from '../domain/once.ts'
import type { ByKeyAnswer } from '../exec/by-key.ts'

interface KeyedCall {
  readonly principal: Principal
  readonly headers: { readonly 'idempotency-key'?: string }
  readonly body: unknown
}

/** The key of a call below a project: it belongs to that project, whichever the token is for. */
export const onceInProject = (operation: string, projectId: string, { principal, headers, body }: KeyedCall): Once | null =>
  onceOf({ ...principal, projectId }, headers['idempotency-key'], { operation, body })

/** What is told, with the header that says that it was told before. */
export function replayed<T>(reply: FastifyReply, { told, repeated }: ByKeyAnswer<T>): T {
  if (repeated) reply.header('idempotent-replayed', 'true')
  return told
}
