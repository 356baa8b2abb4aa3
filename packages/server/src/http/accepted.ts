import type { JobAccepted } from '@agent-skill-runner/contract/job.ts'
import type { FastifyReply } from 'fastify'
import type { Principal } from '../domain/job.ts'
import type { Once } from '../domain/once.ts'
import { awaitsUpload, isTerminal } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import { readResult } from '../runs/read.ts'
import { requireJob, waitForJob } from '../runs/wait.ts'
import type { Told } from '../store/idempotency.ts'
import type { JobAndRun } from '../store/jobs.ts'
import { presentResult } from './present.ts'
import type { DoorDeps } from './routes/deps.ts'

/** What a handler of a creating operation knows of its call. */
interface CreatingCall {
  readonly principal: Principal
  readonly reply: FastifyReply
  readonly signal: AbortSignal
}

/**
 * The answer to a request that created a job, now or before. A repeated one is told what was told first; one that waits, and was
 * not told the end yet, waits for the same job.
 */
export async function acceptedAnswer(
  runner: DoorDeps,
  { principal, reply, signal }: CreatingCall,
  { answer, repeated, awaitingUpload = false }: Told,
  wait: number | null,
  once: Once | null,
): Promise<JobAccepted> {
  if (repeated) reply.header('idempotent-replayed', 'true')
  const { jobId: request_id, cacheHit: cache_hit, status, hasResult } = answer
  const told = { request_id, cache_hit, status }
  const upload = (isAwaited: boolean) => uploadOf(request_id, isAwaited)
  if (wait === null && !hasResult && !repeated) return { ...told, ...upload(awaitingUpload) }
  const found = await orNull(
    wait === null || hasResult
      ? requireJob(runner, principal.projectId, request_id)
      : waitForJob(runner, principal.projectId, request_id, wait, signal),
  )
  if (!found) return told
  if (wait === null && !hasResult) return { ...told, ...upload(status === 'queued' && awaitsUpload(found.run)) }
  const now = { request_id, cache_hit: found.job.cacheHit, status: found.run.state }
  if (!isTerminal(found.run.state)) return { ...now, ...upload(awaitsUpload(found.run)) }
  if (once && !hasResult) await runner.store.idempotency.completed(once, found)
  return { ...now, result: await resultOf(runner, found) }
}

/** Said only of a job that waits for its files. */
const uploadOf = (id: string, isAwaited: boolean): Pick<JobAccepted, 'awaiting_upload' | 'upload_url'> =>
  isAwaited ? { awaiting_upload: true, upload_url: `/v1/jobs/${id}/upload` } : {}

/** The job may be gone, but its key holds: a repeated request still makes no second one. */
function orNull(finding: Promise<JobAndRun>): Promise<JobAndRun | null> {
  return finding.catch((error) => {
    if (error instanceof Fault && error.code === 'JOB_NOT_FOUND') return null
    throw error
  })
}

export const resultOf = async (runner: DoorDeps, { job, run }: JobAndRun) =>
  presentResult(job.id, run, await readResult(runner, run))
