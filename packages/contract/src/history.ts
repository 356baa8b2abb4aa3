import { type Static, Type } from 'typebox'
import { FcmpEvent } from './fcmp.ts'
import { RaspEvent } from './rasp.ts'
import { closed, nullable } from './shared.ts'

export const EventHistory = closed(
  {
    request_id: Type.String(),
    count: Type.Integer(),
    events: Type.Array(Type.Union([FcmpEvent, RaspEvent])),
    next_from_seq: nullable(Type.Integer({ description: 'from_seq of the next page; null: there are no more events yet' })),
  },
  { $id: 'EventHistory' },
)

export type EventHistory = Static<typeof EventHistory>
