import type { AuthSession, ChatEvent, ChatHistory, HandshakeAnswer } from '@agent-skill-runner/contract/compat.ts'
import type { FastifyInstance } from 'fastify'
import { Fault } from '../../lib/fault.ts'
import { type History, readHistory } from '../../runs/read.ts'
import { untilUploaded } from '../../runs/wait.ts'
import { chatTypes, eventsIn, saidIn } from '../chat.ts'
import { answering, type Call, route } from '../route.ts'
import { frame, openStream } from '../sse.ts'
import type { DoorDeps, RouteDeps } from './deps.ts'
import { type Find, findJob } from './find.ts'
import { creatingTempRuns } from './temp-runs.ts'

const supported = ['skillrunner.job.v1']
const mostChatEvents = 10_000

/** What the Zotero plugin calls beyond the API: the same facts in its words. */
export function compatRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { runner, version } = deps
  const find = findJob(runner)
  takeSkillsWithJobs(app, deps)
  route(app, 'ping', () => ({ status: 'ok' }) as const)
  route(app, 'handshake', ({ body }) => handshake(body.requested_protocols ?? [], version))
  route(app, 'getJobChatHistory', (call) => chatHistory(runner, find, call))
  route(app, 'followJobChat', (call) => followChat(runner, find, call))
  route(app, 'getJobAuthSession', async (call): Promise<AuthSession> => {
    const { job, run } = await find(call)
    return { request_id: job.id, auth_session_id: null, status: run.state, phase: 'none', available_methods: [] }
  })
  route(app, 'importJobAuth', async (call) => {
    const { run } = await find(call)
    throw new Fault('NOT_WAITING', { status: run.state })
  })
}

/** A job that says skill_source: temp_upload is a temporary run. Its files and its skill come to /v1/jobs/{id}/upload. */
function takeSkillsWithJobs(app: FastifyInstance, deps: RouteDeps): void {
  const create = creatingTempRuns(deps)
  const answer = answering(app, 'createTempRun', async (call) => {
    const { request_id, status } = await create(call)
    return { request_id, status, cache_hit: false, awaiting_upload: true, upload_url: `/v1/jobs/${request_id}/upload` }
  })
  app.addHook('preHandler', async (request, reply) => {
    const { skill_source, ...body } = (request.body ?? {}) as { readonly skill_source?: unknown }
    if (request.routeOptions.config.operation !== 'createJob' || skill_source !== 'temp_upload') return
    // A profile that opens jobs does not open those that bring their skill along.
    await app.requireTool(request, 'createTempRun')
    request.body = body
    return answer(request, reply)
  })
}

function handshake(requested: readonly string[], version: string): HandshakeAnswer {
  const protocols = [...new Set([...supported, ...requested])]
  return {
    schema: 'zotero-agents.skillrunner-handshake.response.v1',
    backend: { name: 'agent-skill-runner', version },
    protocols: Object.fromEntries(protocols.map((id) => [id, { supported: supported.includes(id) }])),
  }
}

async function chatHistory(runner: DoorDeps, find: Find, call: Call<'getJobChatHistory'>): Promise<ChatHistory> {
  const { job, run } = await find(call)
  const { from_seq = 0, to_seq } = call.query
  const events: ChatEvent[] = []
  for (let next: number | null = Math.max(1, from_seq); next !== null && events.length < mostChatEvents; ) {
    const range = { fromSeq: next, ...(to_seq === undefined ? {} : { toSeq: to_seq }) }
    const page: History = await readHistory(runner, run, 'fcmp', range, chatTypes, mostChatEvents - events.length)
    for (const line of page.lines) events.push(...saidIn(JSON.parse(line)))
    next = page.nextFromSeq
  }
  const [first, last] = [events[0], events.at(-1)]
  return {
    request_id: job.id,
    count: events.length,
    events,
    cursor_floor: first?.seq ?? 0,
    cursor_ceiling: last?.seq ?? 0,
    source: 'events',
  }
}

async function followChat(runner: DoorDeps, find: Find, call: Call<'followJobChat'>): Promise<void> {
  const found = await find(call)
  const { cursor = 0 } = call.query
  const stream = openStream(call.reply)
  stream.send(frame('snapshot', JSON.stringify({ status: found.run.state, cursor })))
  const { run } = await untilUploaded(runner, found, stream.closed)
  for await (const frames of runner.log.follow(run.id, cursor, stream.closed)) {
    for (const said of eventsIn(frames).flatMap(saidIn))
      if (!stream.send(frame('chat_event', JSON.stringify(said), said.seq))) await stream.drained()
  }
  stream.end()
}
