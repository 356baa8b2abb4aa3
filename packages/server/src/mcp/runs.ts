import { countdown, sliceSec } from './patience.ts'
import type { Progress } from './progress.ts'
import type { Pending } from './question.ts'
import { type Caller, jsonOf, type RestRequest } from './rest.ts'
import { requireSuccess } from './results.ts'

/** A run as far as its caller has to know it. */
export interface RunNow {
  readonly request_id: string
  readonly status: string
  readonly cache_hit: boolean
  /** Once it has ended. */
  readonly result: RunResult | null
  /** While it waits for a reply. */
  readonly pending: Pending | null
  readonly warnings?: readonly unknown[]
}

export interface RunResult {
  readonly status: string
  readonly data: unknown
  readonly artifacts: readonly RunArtifact[]
  readonly error: { readonly code: string; readonly message: string; readonly details?: unknown } | null
}

export interface RunArtifact {
  readonly path: string
  readonly filename: string
  readonly mime: string
  readonly size: number
}

/** How long to wait, and how to say that one does. */
export interface Waiting {
  readonly seconds: number
  readonly progress: Progress
  readonly signal: AbortSignal
}

export async function startRun(caller: Caller, request: RestRequest): Promise<RunNow> {
  const body = { ...(request.body as object), await_upload: false }
  return toldBy(jsonOf(requireSuccess(await caller.rest({ ...request, body }))))
}

/** The run when it has ended or asks something, or as it is when time is up. Whoever leaves ends the wait, and never the run. */
export async function followRun(caller: Caller, requestId: string, { seconds, progress, signal }: Waiting): Promise<RunNow> {
  const left = countdown(seconds)
  for (;;) {
    const waitSec = Math.floor(Math.min(sliceSec, left()))
    const query: Record<string, string> = waitSec >= 1 ? { wait: String(waitSec) } : {}
    const params = { request_id: requestId }
    const now = toldBy(jsonOf(requireSuccess(await caller.rest({ operation: 'getJob', params, query, signal }))))
    if (!isActive(now) || left() < 1 || signal.aborted) return complete(caller, now)
    await progress.say(now.status)
  }
}

export const isActive = ({ status }: RunNow): boolean => status === 'queued' || status === 'running'

/** With its result, or with its question. */
export async function complete(caller: Caller, now: RunNow): Promise<RunNow> {
  const params = { request_id: now.request_id }
  if (isActive(now) || now.result) return now
  if (now.status === 'waiting_user') {
    const { pending } = jsonOf(requireSuccess(await caller.rest({ operation: 'getJobPending', params })))
    return { ...now, pending: pending as Pending | null }
  }
  const { result } = jsonOf(requireSuccess(await caller.rest({ operation: 'getJobResult', params })))
  return { ...now, result: result as RunResult }
}

/** Of whatever tells about a job: one that was created, and one that is read. */
function toldBy(answer: Record<string, unknown>): RunNow {
  const { request_id, status, cache_hit, result = null } = answer as unknown as RunNow & { result?: RunResult | null }
  return { request_id, status, cache_hit, result, pending: null }
}
