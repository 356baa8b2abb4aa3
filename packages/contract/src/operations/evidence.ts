import { Type } from 'typebox'
import { EventHistory } from '../history.ts'
import { LogRange, logStreams } from '../job.ts'
import { closed, Instant, oneOf } from '../shared.ts'
import { json, operation } from './operation.ts'

/** What can be asked about a job at each place that shows one. */
export const jobParams = closed({ request_id: Type.String({ minLength: 1, maxLength: 64 }) })
export const attempt = Type.Optional(Type.Integer({ minimum: 1, description: 'The latest when left out' }))

/** Events and logs of a job, the same wherever they are asked for. */
export const evidenceUnder = <const P extends string>(path: P, tag: string) => ({
  logRange: operation({
    method: 'get',
    path: `${path}/logs/range`,
    tag,
    summary: 'A range of bytes of one stream; raw_ref of an event points here',
    scope: 'read',
    params: jobParams,
    query: closed({
      stream: oneOf(logStreams, 'pty: both as they came; empty with SKILL_RUNNER_AUDIT=logs'),
      byte_from: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
      byte_to: Type.Optional(Type.Integer({ minimum: 0, description: 'Half-open; to the end when left out, 1 MiB at most' })),
      attempt,
    }),
    returns: json(LogRange),
    errors: ['JOB_NOT_FOUND', 'ATTEMPT_NOT_FOUND', 'INVALID_REQUEST'],
  }),
  follow: operation({
    method: 'get',
    path: `${path}/events`,
    tag,
    summary: 'Live events: snapshot, then chat_event (FcmpEvent) and heartbeat, to the end of the run',
    scope: 'read',
    params: jobParams,
    query: closed({ cursor: Type.Optional(Type.Integer({ minimum: 0, description: 'The last seq the caller has' })) }),
    headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ maxLength: 32 })) }),
    returns: { type: 'text/event-stream', description: 'Each chat_event holds one FcmpEvent; its id is its seq' },
    errors: ['JOB_NOT_FOUND', 'INVALID_REQUEST'],
  }),
  history: operation({
    method: 'get',
    path: `${path}/events/history`,
    tag,
    summary: 'Events that happened, by number or time, both ends included; the same bytes as the live stream',
    scope: 'read',
    params: jobParams,
    query: closed({
      protocol: Type.Optional(oneOf(['fcmp', 'rasp'], 'fcmp when left out')),
      from_seq: Type.Optional(Type.Integer({ minimum: 1 })),
      to_seq: Type.Optional(Type.Integer({ minimum: 1, description: 'Not less than from_seq' })),
      from_ts: Type.Optional(Instant),
      to_ts: Type.Optional(Instant),
      types: Type.Optional(Type.String({ minLength: 1, maxLength: 1024, description: 'Comma-separated event types' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 200 })),
    }),
    returns: json(EventHistory),
    errors: ['JOB_NOT_FOUND', 'INVALID_REQUEST'],
  }),
})
