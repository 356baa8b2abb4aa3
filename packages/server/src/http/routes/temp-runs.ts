import type { TempRunAccepted } from '@agent-skill-runner/contract/temp-run.ts'
import type { FastifyInstance } from 'fastify'
import { onceOf } from '../../domain/once.ts'
import { createTempRun } from '../../intake/temp-create.ts'
import { Fault } from '../../lib/fault.ts'
import { type Call, route } from '../route.ts'
import { conversationOf } from './conversation.ts'
import { deliveriesOf } from './deliveries.ts'
import type { RouteDeps } from './deps.ts'
import { evidenceOf } from './evidence.ts'
import { filesOf } from './files.ts'
import { findTemporary } from './find.ts'
import { readsOf } from './jobs.ts'
import { receiptFor } from './receipts.ts'
import { uploadOf } from './upload.ts'

/** Jobs that bring their skill along. But for how they begin, they are jobs like others, told of by the same code. */
export function tempRunRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { runner } = deps
  const find = findTemporary(runner)

  route(app, 'createTempRun', creatingTempRuns(deps))
  route(app, 'uploadTempRun', uploadOf(deps, find))

  const reads = readsOf(runner, find)
  route(app, 'getTempRun', reads.job)
  route(app, 'getTempRunResult', reads.result)
  route(app, 'listTempRunArtifacts', reads.artifacts)

  const files = filesOf(runner, find)
  route(app, 'getTempRunArtifact', files.artifact)
  route(app, 'getTempRunBundle', files.bundle)
  route(app, 'getTempRunReceipt', receiptFor(runner, find))
  route(app, 'getTempRunRecording', files.recording)

  const evidence = evidenceOf(runner, find)
  route(app, 'getTempRunLogs', evidence.logs)
  route(app, 'getTempRunLogRange', evidence.logRange)
  route(app, 'followTempRunEvents', evidence.follow)
  route(app, 'getTempRunEventHistory', evidence.history)
  route(app, 'listTempRunDeliveries', deliveriesOf(runner, find))

  const conversation = conversationOf(deps, find)
  route(app, 'getTempRunPending', conversation.pending)
  route(app, 'replyToTempRun', conversation.reply)
  route(app, 'cancelTempRun', conversation.cancel)
}

export const creatingTempRuns =
  ({ runner, attempts }: RouteDeps) =>
  async ({ principal, headers, body, reply }: Call<'createTempRun'>): Promise<TempRunAccepted> => {
    if (attempts.stopping) throw new Fault('SHUTTING_DOWN')
    const once = onceOf(principal, headers['idempotency-key'], { operation: 'createTempRun', body })
    const { answer, repeated } = await createTempRun(runner, principal, body, once)
    if (repeated) reply.header('idempotent-replayed', 'true')
    return { request_id: answer.jobId, status: answer.status }
  }
