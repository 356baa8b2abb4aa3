import { type Static, Type } from 'typebox'
import { InteractionId, Question } from './event-parts.ts'
import { JobState } from './job.ts'
import { AnyFile, closed, Instant, nullable, oneOf, open } from './shared.ts'

export const PendingInteraction = closed(
  {
    ...Question.properties,
    ui_hints: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Hints for front ends, as the engine sent them. With allow_other: true a reply may differ from the options',
    }),
    default_decision_policy: nullable(
      Type.String({ description: 'What the engine intends to do without a reply; null: unknown' }),
    ),
    required_fields: Type.Array(Type.String(), { description: 'Fields that a reply to fill_fields must contain' }),
    context: closed({
      text: Type.Optional(
        Type.String({ description: 'Background for the person; by default, the text around the question. Missing: none' }),
      ),
    }),
    asked_at: Instant,
    expires_at: nullable(Type.String({ description: 'When the runner replies instead of the person; null: never' })),
  },
  { $id: 'PendingInteraction' },
)

export const PendingView = closed(
  {
    request_id: Type.String(),
    status: JobState,
    pending: nullable(PendingInteraction),
  },
  { $id: 'PendingView', description: 'pending is null if the run does not wait for a reply' },
)

export const InteractionReply = open(
  {
    interaction_id: InteractionId,
    response: Type.Unknown({
      description:
        'choose_one: the value of an option, or {text} with it. confirm and risk_ack: true or false. fill_fields: an object with the required fields. open_text: a text, or {text}. upload_files: anything, including null',
    }),
    mode: Type.Optional(oneOf(['interaction'], 'For clients of the Python server: this API knows no other mode')),
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
      'The first part is the reply, the others are its files: at most 8, each up to 32 MiB, together up to 64 MiB. A file is stored under the file name of its part, or else under the name of the part, in replies/<interaction_id>/',
    additionalProperties: AnyFile,
  },
)

export type PendingInteraction = Static<typeof PendingInteraction>
export type PendingView = Static<typeof PendingView>
export type InteractionReply = Static<typeof InteractionReply>
export type ReplyAccepted = Static<typeof ReplyAccepted>
