import { type ExecTask, isEnded } from '../domain/exec.ts'
import { type ExecJob, type JobState, jobStates } from '../domain/exec-job.ts'
import { Fault } from '../lib/fault.ts'
import { type ExecDeps, jobTopic } from './deps.ts'
import { cursorOfTask, isWatched, newsSince, nothingSeen, parseTaskCursor, type Seen, type TaskNews } from './watch.ts'

/** How much of a job somebody has seen: all steps before one, some of that one, and the last state of the job. */
export interface JobSeen {
  readonly index: number
  readonly step: Seen
  readonly state: JobState | null
}

export type JobNews =
  | { readonly type: 'status'; readonly job: ExecJob }
  | { readonly type: 'step'; readonly index: number; readonly news: TaskNews }

/** One thing that happened, and what was seen with it. */
export interface NewsOfJob {
  readonly news: JobNews
  readonly seen: JobSeen
}

export const nothingSeenOfJob: JobSeen = { index: 0, step: nothingSeen, state: null }

/** Of output in one answer; whoever wants more asks again. */
const mostBytes = 262_144
/** Output has no bell. */
const lookEveryMs = 200

export const cursorOfJob = ({ index, step, state }: JobSeen): string =>
  `${state === null ? 0 : jobStates.indexOf(state) + 1}.${index}.${cursorOfTask(step)}`

/** Null: it is none of ours. */
export function parseJobCursor(text: string): JobSeen | null {
  const [, state, index, rest = ''] = /^([0-5])\.(\d{1,3})\.(.+)$/.exec(text) ?? []
  const step = parseTaskCursor(rest)
  return step && { index: Number(index), step, state: jobStates[Number(state) - 1] ?? null }
}

/** What happened since; changes nothing. `tasks`: of its steps, in their order. The end of the job is told after everything else. */
export async function newsOfJobSince(
  deps: Pick<ExecDeps, 'layout'>,
  job: ExecJob,
  tasks: readonly ExecTask[],
  seen: JobSeen,
): Promise<NewsOfJob[]> {
  const found: NewsOfJob[] = []
  let now = seen
  const tellState = () => {
    now = { ...now, state: job.state }
    found.push({ news: { type: 'status', job }, seen: now })
  }
  if (!isEnded(job.state) && job.state !== seen.state) tellState()
  let bytes = 0
  for (const task of tasks.slice(seen.index)) {
    for (const { news, seen: step } of await newsSince(deps, task, now.step)) {
      now = { ...now, step }
      found.push({ news: { type: 'step', index: now.index, news }, seen: now })
      if (news.type === 'output') bytes += news.to - news.from
    }
    if (!isWatched(task, now.step) || bytes >= mostBytes) break
    now = { ...now, index: now.index + 1, step: nothingSeen }
  }
  if (isEnded(job.state) && job.state !== seen.state && now.index >= tasks.length) tellState()
  return found
}

/** Whether nothing more will ever happen. */
export const isJobWatched = (job: ExecJob, seen: JobSeen): boolean => isEnded(job.state) && job.state === seen.state

/** Waits until something may have happened, or until the signal. */
export async function untilNewsOfJob({ wakes }: Pick<ExecDeps, 'wakes'>, id: string, signal: AbortSignal): Promise<void> {
  await wakes.next(jobTopic(id), AbortSignal.any([signal, AbortSignal.timeout(lookEveryMs)]))
}

export async function findJob({ store }: Pick<ExecDeps, 'store'>, projectId: string, id: string): Promise<ExecJob> {
  const job = await store.execJobs.get(projectId, id)
  if (!job) throw new Fault('JOB_NOT_FOUND', { job_id: id })
  return job
}
