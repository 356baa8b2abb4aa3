import { type Static, Type } from 'typebox'
import {
  AutoDecision,
  Confidence,
  Diagnostic,
  EventTime,
  IndexedArtifact,
  Message,
  Question,
  Reply,
  State,
} from './event-parts.ts'
import { Usage } from './job.ts'
import { RawRef, triggers } from './rasp.ts'
import { closed, nullable, oneOf } from './shared.ts'

const RawText = closed({
  text: Type.String(),
  truncated: Type.Boolean({ description: 'true: a preview; raw_ref leads to the rest' }),
})

/** One row per event type for front ends. */
const fcmpData = {
  'conversation.started': closed({
    session_id: nullable(Type.String({ description: 'Sent again when the engine names its session' })),
  }),
  'conversation.state.changed': closed({
    from: State,
    to: State,
    trigger: oneOf(triggers),
    updated_at: EventTime,
    pending_interaction_id: nullable(Type.Integer({ minimum: 1, description: 'The pending question' })),
  }),
  'assistant.message.final': Message,
  'assistant.message.intermediate': Message,
  'assistant.reasoning': closed({ text: Type.String() }),
  'assistant.tool_call': closed({
    phase: oneOf(['started', 'completed', 'failed']),
    name: Type.String(),
    call_id: Type.String(),
    summary: Type.String({ description: 'One line for a person' }),
  }),
  'user.input.required': Question,
  'interaction.reply.accepted': Reply,
  'interaction.auto_decide.timeout': AutoDecision,
  'usage.updated': Usage,
  'artifact.created': IndexedArtifact,
  'diagnostic.warning': Diagnostic,
  'raw.stdout': RawText,
  'raw.stderr': RawText,
  'conversation.completed': closed({ state: State, reason_code: Type.String() }),
  'conversation.failed': closed({
    error: closed({ category: oneOf(['run', 'limit', 'output', 'server']), code: Type.String(), message: Type.String() }),
  }),
  'conversation.canceled': closed({ reason_code: Type.String() }),
} as const

export type FcmpType = keyof typeof fcmpData
export type FcmpData = { [T in FcmpType]: Static<(typeof fcmpData)[T]> }

const envelope = <T extends FcmpType>(type: T) =>
  closed({
    protocol_version: Type.Literal('fcmp/1.0'),
    run_id: Type.String(),
    seq: Type.Integer({ minimum: 1 }),
    ts: EventTime,
    engine: Type.String(),
    type: Type.Literal(type),
    data: fcmpData[type],
    meta: closed({
      attempt: Type.Integer({ minimum: 1 }),
      local_seq: Type.Integer({ minimum: 1, description: 'Counts within the attempt' }),
      rasp_seq: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }),
      confidence: Confidence,
    }),
    raw_ref: nullable(RawRef),
  })

export const FcmpEvent = Type.Union((Object.keys(fcmpData) as FcmpType[]).map(envelope), {
  $id: 'FcmpEvent',
  description: 'An event for front ends: the data of every chat_event',
})

export type FcmpEvent = {
  [T in FcmpType]: {
    protocol_version: 'fcmp/1.0'
    run_id: string
    seq: number
    ts: string
    engine: string
    type: T
    data: FcmpData[T]
    meta: { attempt: number; local_seq: number; rasp_seq: number[]; confidence: number }
    raw_ref: RawRef | null
  }
}[FcmpType]
