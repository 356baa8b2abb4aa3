import { Type } from 'typebox'
import { EventHistory } from '../history.ts'
import { LogRange, logStreams } from '../job.ts'
import { closed, Instant, limit, oneOf } from '../shared.ts'
import { JobStreamEvent } from '../stream.ts'
import { json, operation } from './operation.ts'

/** What can be asked about a job at each place that shows one. */
export const jobParams = closed({ request_id: Type.String({ minLength: 1, maxLength: 64 }) })
export const attempt = Type.Optional(Type.Integer({ minimum: 1, description: 'Default: the latest' }))

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
      stream: oneOf(logStreams, 'pty: both streams in their order of arrival; empty with SKILL_RUNNER_AUDIT=logs'),
      byte_from: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
      byte_to: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Exclusive; default: the end of the stream; at most 1 MiB per request' }),
      ),
      attempt,
    }),
    returns: json(LogRange),
    errors: ['JOB_NOT_FOUND', 'ATTEMPT_NOT_FOUND', 'INVALID_REQUEST'],
  }),
  follow: operation({
    method: 'get',
    path: `${path}/events`,
    tag,
    summary: 'Live events: snapshot, then chat_event (FcmpEvent) and heartbeat, until the run ends',
    scope: 'read',
    params: jobParams,
    query: closed({ cursor: Type.Optional(Type.Integer({ minimum: 0, description: 'The last seq that the caller has' })) }),
    headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ maxLength: 32 })) }),
    returns: {
      type: 'text/event-stream',
      event: JobStreamEvent,
      description: 'Server-sent events. The schema is that of one event: its name, and the JSON in its data',
      nothing: 'The run has ended, and Last-Event-ID is its last event: there is nothing to come back for',
    },
    errors: ['JOB_NOT_FOUND', 'INVALID_REQUEST'],
  }),
  history: operation({
    method: 'get',
    path: `${path}/events/history`,
    tag,
    summary: 'Past events by number or time, inclusive; the same bytes as the live stream',
    scope: 'read',
    params: jobParams,
    query: closed({
      protocol: Type.Optional(oneOf(['fcmp', 'rasp'], 'Default: fcmp')),
      from_seq: Type.Optional(Type.Integer({ minimum: 0, description: '0 and 1: the beginning' })),
      to_seq: Type.Optional(Type.Integer({ minimum: 1, description: 'Not less than from_seq' })),
      from_ts: Type.Optional(Instant),
      to_ts: Type.Optional(Instant),
      types: Type.Optional(Type.String({ minLength: 1, maxLength: 1024, description: 'Comma-separated event types' })),
      limit: limit(200),
    }),
    returns: json(EventHistory),
    errors: ['JOB_NOT_FOUND', 'INVALID_REQUEST'],
  }),
})
