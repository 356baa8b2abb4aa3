import { type Static, Type } from 'typebox'
import { ChatEvent } from './compat.ts'
import { FcmpEvent } from './fcmp.ts'
import { JobState, runStates, Warning } from './job.ts'
import { closed, Instant, nullable, oneOf } from './shared.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const StreamSnapshot = closed(
  {
    status: JobState,
    cursor: count('The place the stream continues from: that of the caller, or 0'),
    last_seq: count('The newest event so far'),
    pending_interaction_id: nullable(Type.Integer({ description: 'The question that the run waits for' })),
    attempt_number: count('0 until the run first starts'),
    warnings: Type.Optional(
      Type.Array(Warning, { description: 'Present if the request has query names that are unknown here: they were ignored' }),
    ),
  },
  { $id: 'StreamSnapshot', description: 'Where a run is when a stream of its events begins' },
)

export const Heartbeat = closed({ ts: Instant }, { $id: 'Heartbeat', description: 'Sent after 5 seconds of silence' })

const id = Type.String({ description: 'The seq of the event' })

export const JobStreamEvent = Type.Union(
  [
    closed({ event: Type.Literal('snapshot'), data: StreamSnapshot }),
    closed({ event: Type.Literal('chat_event'), id, data: FcmpEvent }),
    closed({ event: Type.Literal('heartbeat'), data: Heartbeat }),
  ],
  { $id: 'JobStreamEvent', description: 'An event of the stream of a run; its data is sent as JSON' },
)

export const ChatStreamEvent = Type.Union(
  [
    closed({
      event: Type.Literal('snapshot'),
      data: closed({ status: oneOf(runStates), cursor: count('The place the stream continues from') }),
    }),
    closed({ event: Type.Literal('chat_event'), id, data: ChatEvent }),
    closed({ event: Type.Literal('heartbeat'), data: Heartbeat }),
  ],
  { $id: 'ChatStreamEvent', description: 'An event of the stream of a conversation; its data is sent as JSON' },
)

export type StreamSnapshot = Static<typeof StreamSnapshot>
