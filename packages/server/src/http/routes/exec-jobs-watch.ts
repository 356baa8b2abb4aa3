import type { ExecJobEvent } from '@agent-skill-runner/contract/exec-job.ts'
import type { FastifyInstance } from 'fastify'
import {
  cursorOfJob,
  findJob,
  isJobWatched,
  type JobSeen,
  type NewsOfJob,
  newsOfJobSince,
  nothingSeenOfJob,
  parseJobCursor,
  untilNewsOfJob,
} from '../../exec/watch-job.ts'
import { Fault } from '../../lib/fault.ts'
import { invalidRequest } from '../invalid-request.ts'
import { route } from '../route.ts'
import { frame, openStream } from '../sse.ts'
import type { RouteDeps } from './deps.ts'
import { entered } from './enter-project.ts'
import { presentTask } from './exec.ts'
import { presentJob } from './exec-jobs.ts'

/** Step jobs as they go on: by a stream, or by asking again and again. Neither changes anything of them. */
export function execJobWatchRoutes(app: FastifyInstance, { runner, exec }: RouteDeps): void {
  // The job before its steps: what has ended moves no more.
  const look = async (project: string, id: string, seen: JobSeen) => {
    const job = await findJob(runner, project, id)
    const found = await newsOfJobSince(runner, job, await runner.store.execTasks.ofJob(id), seen)
    const now = found.at(-1)?.seen ?? seen
    return { events: found.map((one) => present(job.steps, one)), seen: now, finished: isJobWatched(job, now) }
  }

  route(app, 'followExecJob', async ({ principal, params, query, headers, reply }) => {
    const project = entered(principal, params.project_id)
    let seen = seenBy(headers['last-event-id'] ?? query.cursor)
    const { id } = await findJob(runner, project, params.job_id)
    using live = exec.watches.begin({ projectId: project, caller: principal.name, id, key: query.dedupe_key })
    if (!live) throw new Fault('WATCH_RUNNING', { job_id: id, dedupe_key: query.dedupe_key })
    const stream = openStream(reply)
    while (!stream.closed.aborted) {
      const woken = untilNewsOfJob(runner, id, stream.closed)
      const found = await look(project, id, seen)
      seen = found.seen
      for (const event of found.events)
        if (!stream.send(frame(event.type, JSON.stringify(event), event.cursor))) await stream.drained()
      if (found.finished) break
      if (found.events.length === 0) await woken
    }
    stream.end()
    return reply
  })

  route(app, 'watchExecJob', async ({ principal, params, query, signal }) => {
    const project = entered(principal, params.project_id)
    const enough = AbortSignal.any([signal, AbortSignal.timeout((query.wait_sec ?? 0) * 1000)])
    const before = seenBy(query.cursor)
    const { id } = await findJob(runner, project, params.job_id)
    using live = exec.watches.begin({ projectId: project, caller: principal.name, id, key: query.dedupe_key })
    // No error: a caller that asks again and again goes on with the same cursor.
    if (!live) return { job_id: id, events: [], cursor: cursorOfJob(before), finished: false, already_running: true as const }
    for (;;) {
      const { events, seen, finished } = await look(project, id, before)
      if (events.length > 0 || finished || enough.aborted) return { job_id: id, events, cursor: cursorOfJob(seen), finished }
      await untilNewsOfJob(runner, id, enough)
    }
  })
}

function seenBy(cursor: string | undefined): JobSeen {
  const seen = cursor === undefined ? nothingSeenOfJob : parseJobCursor(cursor)
  if (seen === null) throw invalidRequest('query/cursor', 'is not a cursor of a job', 'cursor')
  return seen
}

function present(steps: readonly { readonly name: string | null }[], { news, seen }: NewsOfJob): ExecJobEvent {
  const cursor = cursorOfJob(seen)
  if (news.type === 'status') {
    const { status, error } = presentJob(news.job)
    return { cursor, type: 'status', status, error }
  }
  const { index, news: ofStep } = news
  if (ofStep.type === 'output') {
    const { stream, from, to, text } = ofStep
    return { cursor, type: 'output', index, stream, byte_from: from, byte_to: to, text }
  }
  const { status, task_id, exit_code, error } = presentTask(ofStep.task)
  return { cursor, type: 'step', index, name: steps[index]?.name ?? null, task_id, status, exit_code, error }
}
