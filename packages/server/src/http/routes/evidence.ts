import type { LogRange, Logs, Warning } from '@agent-skill-runner/contract/job.ts'
import type { StreamSnapshot } from '@agent-skill-runner/contract/stream.ts'
import type { FastifyInstance } from 'fastify'
import { isTerminal } from '../../domain/run.ts'
import { readHistory, readLogRange, readLogs } from '../../runs/read.ts'
import { untilUploaded } from '../../runs/wait.ts'
import { rangeOf } from '../event-range.ts'
import { jsonType } from '../headers.ts'
import { invalidRequest } from '../invalid-request.ts'
import { limitOf } from '../limit.ts'
import { pendingOf } from '../present.ts'
import { type Call, route } from '../route.ts'
import { frame, openStream } from '../sse.ts'
import type { DoorDeps, RouteDeps } from './deps.ts'
import { type Find, findJob } from './find.ts'

/** What happened: events live and past, and logs. Jobs, temporary ones and their management are told the same, by the same code. */
export function evidenceRoutes(app: FastifyInstance, { runner }: RouteDeps): void {
  const of = evidenceOf(runner, findJob(runner))
  route(app, 'getJobLogs', of.logs)
  route(app, 'getJobLogRange', of.logRange)
  route(app, 'getRunLogRange', of.logRange)
  route(app, 'followJobEvents', of.follow)
  route(app, 'followRunEvents', of.follow)
  route(app, 'getJobEventHistory', of.history)
  route(app, 'getRunEventHistory', of.history)
}

export const evidenceOf = (runner: DoorDeps, find: Find) => ({
  logs: (call: Call<'getJobLogs'>) => logs(runner, find, call),
  logRange: (call: Call<'getJobLogRange'>) => logRange(runner, find, call),
  follow: (call: Call<'followJobEvents'>) => follow(runner, find, call),
  history: (call: Call<'getJobEventHistory'>) => history(runner, find, call),
})

async function logs(runner: DoorDeps, find: Find, call: Call<'getJobLogs'>): Promise<Logs> {
  const { job, run } = await find(call)
  const { attempt, prompt, stdout, stderr } = await readLogs(runner, run, call.query.attempt)
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
}

async function logRange(runner: DoorDeps, find: Find, call: Call<'getJobLogRange'>): Promise<LogRange> {
  const { job, run } = await find(call)
  const { query } = call
  const { stream, byte_from = 0, byte_to } = query
  if (byte_to !== undefined && byte_to < byte_from)
    throw invalidRequest('query/byte_to', 'must not be less than byte_from', 'minimum')
  const slice = await readLogRange(runner, run, { stream, from: byte_from, to: byte_to, attempt: query.attempt })
  const { attempt, from, to, total, text } = slice
  return { request_id: job.id, stream, attempt, byte_from: from, byte_to: to, total_bytes: total, chunk: text }
}

async function follow(runner: DoorDeps, find: Find, call: Call<'followJobEvents'>): Promise<unknown> {
  const found = await find(call)
  const { run } = found
  const { query, headers, reply } = call
  const had = lastEventId(headers['last-event-id'])
  // An EventSource connects again whenever a stream ends; this is the only answer that stops it.
  if (had !== null && isTerminal(run.state) && had >= run.committed.fcmpSeq) return reply.code(204).send()
  const cursor = had ?? query.cursor ?? 0
  const stream = openStream(reply)
  const snapshot: StreamSnapshot = {
    status: run.state,
    // Clients adopt it as their own: it is where this stream goes on from, and not where the run is.
    cursor,
    last_seq: run.committed.fcmpSeq,
    pending_interaction_id: pendingOf(run),
    attempt_number: run.attempt,
    ...ignoredIn(call),
  }
  stream.send(frame('snapshot', JSON.stringify(snapshot)))
  const { run: answering } = await untilUploaded(runner, found, stream.closed)
  for await (const frames of runner.log.follow(answering.id, cursor, stream.closed)) {
    if (!stream.send(frames)) await stream.drained()
  }
  stream.end()
  return reply
}

async function history(runner: DoorDeps, find: Find, call: Call<'getJobEventHistory'>) {
  const { job, run } = await find(call)
  const { query, reply } = call
  const { protocol = 'fcmp', types } = query
  const range = rangeOf(query)
  const { lines, nextFromSeq } = await readHistory(runner, run, protocol, range, types?.split(',') ?? null, limitOf(query, 200))
  const head = { request_id: job.id, count: lines.length, next_from_seq: nextFromSeq, ...ignoredIn(call) }
  // The lines are JSON already, and the same bytes as in the stream.
  return reply.type(jsonType).send(`${JSON.stringify(head).slice(0, -1)},"events":[${lines.join(',')}]}`)
}

const ignoredIn = ({ warnings }: { readonly warnings: readonly Warning[] }) =>
  warnings.length > 0 ? { warnings: [...warnings] } : {}

/** An EventSource that comes back sends what it had last; that is newer than the cursor in its URL. */
function lastEventId(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw invalidRequest('headers/last-event-id', 'must be the seq of an event', 'pattern')
}
