import type { Connection } from './connection.ts'
import type { Job } from './types.ts'

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined
  /** The job is given as it is then; without end when left out. */
  readonly timeoutMs?: number | undefined
}

/** How long one request waits: less than what is commonly cut in between. */
const longestWaitSec = 50

export const isOver = ({ status }: Pick<Job, 'status'>): boolean => ['succeeded', 'failed', 'canceled'].includes(status)

/** What comes next is up to the caller, or nothing does. */
const isStill = (job: Job): boolean => isOver(job) || job.status === 'waiting_user' || job.awaiting_upload

/** The job once it has ended, or waits for a reply or for files; also across lost connections and restarts of the server. */
export async function waitFor(
  connection: Connection,
  path: string,
  { signal, timeoutMs = Number.POSITIVE_INFINITY }: WaitOptions,
): Promise<Job> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const leftSec = Math.ceil((deadline - performance.now()) / 1000)
    const wait = Math.max(1, Math.min(longestWaitSec, leftSec))
    const job = await connection.json<Job>({ path, query: { wait }, signal })
    if (isStill(job) || performance.now() >= deadline) return job
  }
}
