import { type Static, Type } from 'typebox'
import { InteractionId, Question } from './event-parts.ts'
import { JobState } from './job.ts'
import { closed, Instant, nullable } from './shared.ts'

export const PendingInteraction = closed(
  {
    ...Question.properties,
    ui_hints: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'For front ends, as the engine said it; the one open place here. allow_other true lets a reply leave the options',
    }),
    default_decision_policy: nullable(
      Type.String({ description: 'What the engine says is best done when nobody answers; null where it does not say' }),
    ),
    required_fields: Type.Array(Type.String(), { description: 'Names that a reply to fill_fields must hold' }),
    context: nullable(
      Type.String({
        description: 'What one should know before answering; what was said around the question where it says nothing itself',
      }),
    ),
    asked_at: Instant,
    expires_at: nullable(Type.String({ description: 'When the runner answers for the person; null: it never does' })),
  },
  { $id: 'PendingInteraction' },
)

export const PendingView = closed(
  {
    request_id: Type.String(),
    status: JobState,
    pending: nullable(PendingInteraction),
  },
  { $id: 'PendingView', description: 'pending is the question that the run waits with; null where it waits with none' },
)

export const InteractionReply = closed(
  {
    interaction_id: InteractionId,
    response: Type.Unknown({
      description:
        'choose_one: the value of an option. confirm and risk_ack: true or false. fill_fields: an object with the required fields. open_text: a text. upload_files: anything, also null',
    }),
    idempotency_key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'The same as the header Idempotency-Key',
      }),
    ),
  },
  { $id: 'InteractionReply' },
)

export const ReplyAccepted = closed(
  {
    request_id: Type.String(),
    status: JobState,
    accepted: Type.Literal(true),
  },
  { $id: 'ReplyAccepted' },
)

export const ReplyForm = Type.Object(
  { metadata: InteractionReply },
  {
    $id: 'ReplyForm',
    description:
      'The reply as its first part, then its files: 8 at most, 32 MiB each, 64 MiB together. A file has the file name of its part, or the name of the part where there is none, and the run finds it below replies/<interaction_id>/',
    additionalProperties: Type.Unsafe<string>({ type: 'string', contentMediaType: 'application/octet-stream' }),
  },
)

export type PendingInteraction = Static<typeof PendingInteraction>
export type PendingView = Static<typeof PendingView>
export type InteractionReply = Static<typeof InteractionReply>
export type ReplyAccepted = Static<typeof ReplyAccepted>
