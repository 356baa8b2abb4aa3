import { Type } from 'typebox'
import { runStates } from './job.ts'
import { closed, oneOf } from './shared.ts'

/** What both event protocols say in the same words. */
export const State = oneOf(runStates)

export const EventTime = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  description: 'ISO-8601, UTC, with milliseconds; never decreases within a run',
  examples: ['2026-02-24T12:34:56.123Z'],
})

export const Confidence = Type.Number({ minimum: 0, maximum: 1, description: 'Confidence of the parser' })

export const Message = closed({ message_id: Type.String(), text: Type.String() })

export const TouchedArtifact = closed({
  path: Type.String(),
  role: Type.String(),
  size: Type.Integer({ minimum: 0 }),
})

export const IndexedArtifact = closed({
  path: Type.String(),
  role: Type.String(),
  mime: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

export const Diagnostic = closed({
  code: Type.String(),
  message: Type.String(),
  severity: oneOf(['info', 'warning', 'error']),
  confidence: Type.Optional(Confidence),
  count: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of occurrences, if several are reported as one' })),
})

const interactionKinds = ['choose_one', 'confirm', 'fill_fields', 'open_text', 'risk_ack', 'upload_files'] as const

export const InteractionId = Type.Integer({ minimum: 1, description: 'Increases with every question of the run' })

export const Question = closed({
  interaction_id: InteractionId,
  kind: oneOf(interactionKinds),
  prompt: Type.String({ description: 'The question for the person' }),
  options: Type.Array(closed({ value: Type.String({ description: 'The value of a reply' }), label: Type.String() }), {
    description: 'Empty: any reply is valid',
  }),
})

export const Reply = closed({
  interaction_id: InteractionId,
  resolution_mode: oneOf(['user_reply', 'auto_decide_timeout']),
  accepted_at: EventTime,
  response_preview: Type.String({ description: 'The beginning of the reply' }),
})

export const AutoDecision = closed({
  interaction_id: InteractionId,
  timeout_sec: Type.Integer({ minimum: 1, description: 'How long the question waited' }),
  policy: Type.String({ description: 'The policy that the engine was told to follow' }),
})

/** The only places of an event that hold whatever came. All else is closed, and a test holds the schemas to this list. */
export const openPlaces = [
  {
    event: 'RaspEvent',
    types: ['tool.call.started', 'tool.call.completed', 'tool.call.failed'],
    place: '/data/input',
    reason: 'What a tool takes is for the tool to say',
  },
  {
    event: 'RaspEvent',
    types: ['lifecycle.run.terminal'],
    place: '/data/error/details',
    reason: 'Each error code has facts of its own, and some come from a skill or a CLI',
  },
] as const
