import type { LogRange } from '@agent-skill-runner/contract/job.ts'
import type { FastifyInstance } from 'fastify'
import type { RunnerDeps } from '../../runner/deps.ts'
import { readHistory, readLogRange, readLogs } from '../../runner/read.ts'
import { requireJob, untilUploaded } from '../../runner/wait.ts'
import { rangeOf } from '../event-range.ts'
import { jsonType } from '../headers.ts'
import { invalidRequest } from '../invalid-request.ts'
import { pendingOf } from '../present.ts'
import { type Call, route } from '../route.ts'
import { frame, openStream } from '../sse.ts'
import type { RouteDeps } from './deps.ts'

/** What happened: events live and past, and logs. Jobs and their management are told the same, by the same code. */
export function evidenceRoutes(app: FastifyInstance, { runner }: RouteDeps): void {
  route(app, 'getJobLogs', async ({ principal, params, query }) => {
    const { job, run } = await requireJob(runner, principal.projectId, params.request_id)
    const { attempt, prompt, stdout, stderr } = await readLogs(runner, run, query.attempt)
    return {
      request_id: job.id,
      attempt,
      prompt: prompt?.text ?? null,
      stdout: stdout.text,
      stderr: stderr.text,
      prompt_truncated: prompt !== null && prompt.from > 0,
      stdout_truncated: stdout.from > 0,
      stderr_truncated: stderr.from > 0,
    }
  })

  route(app, 'getJobLogRange', (call) => logRange(runner, call))
  route(app, 'getRunLogRange', (call) => logRange(runner, call))
  route(app, 'followJobEvents', (call) => follow(runner, call))
  route(app, 'followRunEvents', (call) => follow(runner, call))
  route(app, 'getJobEventHistory', (call) => history(runner, call))
  route(app, 'getRunEventHistory', (call) => history(runner, call))
}

async function logRange(runner: RunnerDeps, { principal, params, query }: Call<'getJobLogRange'>): Promise<LogRange> {
  const { job, run } = await requireJob(runner, principal.projectId, params.request_id)
  const { stream, byte_from = 0, byte_to } = query
  if (byte_to !== undefined && byte_to < byte_from)
    throw invalidRequest('query/byte_to', 'must not be less than byte_from', 'minimum')
  const slice = await readLogRange(runner, run, { stream, from: byte_from, to: byte_to, attempt: query.attempt })
  const { attempt, from, to, total, text } = slice
  return { request_id: job.id, stream, attempt, byte_from: from, byte_to: to, total_bytes: total, chunk: text }
}

async function follow(runner: RunnerDeps, { principal, params, query, headers, reply }: Call<'followJobEvents'>): Promise<void> {
  const found = await requireJob(runner, principal.projectId, params.request_id)
  const { run } = found
  const cursor = lastEventId(headers['last-event-id']) ?? query.cursor ?? 0
  const stream = openStream(reply)
  const snapshot = {
    status: run.state,
    cursor: run.committed.fcmpSeq,
    pending_interaction_id: pendingOf(run),
    attempt_number: run.attempt,
  }
  stream.send(frame('snapshot', JSON.stringify(snapshot)))
  const { run: answering } = await untilUploaded(runner, found, stream.closed)
  for await (const frames of runner.log.follow(answering.id, cursor, stream.closed)) {
    if (!stream.send(frames)) await stream.drained()
  }
  stream.end()
}

async function history(runner: RunnerDeps, { principal, params, query, reply }: Call<'getJobEventHistory'>) {
  const { job, run } = await requireJob(runner, principal.projectId, params.request_id)
  const { protocol = 'fcmp', types, limit = 200 } = query
  const { lines, nextFromSeq } = await readHistory(runner, run, protocol, rangeOf(query), types?.split(',') ?? null, limit)
  const head = { request_id: job.id, count: lines.length, next_from_seq: nextFromSeq }
  // The lines are JSON already, and the same bytes as in the stream.
  return reply.type(jsonType).send(`${JSON.stringify(head).slice(0, -1)},"events":[${lines.join(',')}]}`)
}

/** An EventSource that comes back sends what it had last; that is newer than the cursor in its URL. */
function lastEventId(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw invalidRequest('headers/last-event-id', 'must be the seq of an event', 'pattern')
}
