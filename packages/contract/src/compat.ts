import { type Static, Type } from 'typebox'
import { runStates } from './job.ts'
import { AnyFile, closed, nullable, oneOf, open } from './shared.ts'

/** What the Zotero plugin calls beyond the routes of the API. Nothing here has data of its own. */

export const Ping = closed({ status: Type.Literal('ok') }, { $id: 'Ping' })

export const Handshake = open(
  {
    schema: Type.Optional(Type.String({ maxLength: 128 })),
    client: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    requested_protocols: Type.Optional(
      Type.Array(Type.String({ maxLength: 128 }), { maxItems: 100, examples: [['skillrunner.job.v1']] }),
    ),
  },
  { $id: 'Handshake' },
)

export const HandshakeAnswer = closed(
  {
    schema: Type.Literal('zotero-agents.skillrunner-handshake.response.v1'),
    backend: closed({ name: Type.String(), version: Type.String() }),
    protocols: Type.Record(Type.String(), closed({ supported: Type.Boolean() })),
  },
  { $id: 'HandshakeAnswer' },
)

const chatKinds = [
  'assistant_process',
  'assistant_message',
  'assistant_final',
  'interaction_reply',
  'orchestration_notice',
] as const

export const ChatEvent = closed(
  {
    seq: Type.Integer({ minimum: 1, description: 'The seq of the FCMP event' }),
    ts: Type.String(),
    type: Type.String({ description: 'The type of the FCMP event' }),
    role: oneOf(['assistant', 'user', 'system']),
    kind: oneOf(chatKinds),
    text: Type.String(),
    attempt: Type.Integer({ minimum: 1 }),
    correlation: closed({
      message_id: nullable(Type.String()),
      process_type: nullable(oneOf(['reasoning', 'tool_call'])),
    }),
  },
  { $id: 'ChatEvent', description: 'A line of a conversation, made of one FCMP event' },
)

export const ChatHistory = closed(
  {
    request_id: Type.String(),
    count: Type.Integer({ minimum: 0 }),
    events: Type.Array(ChatEvent),
    cursor_floor: Type.Integer({ minimum: 0, description: 'The seq of the first event; 0: there is none' }),
    cursor_ceiling: Type.Integer({ minimum: 0, description: 'The seq of the last event; 0: there is none' }),
    source: Type.Literal('events'),
  },
  { $id: 'ChatHistory' },
)

export const AuthSession = closed(
  {
    request_id: Type.String(),
    auth_session_id: Type.Null(),
    status: oneOf(runStates),
    phase: Type.Literal('none'),
    available_methods: Type.Array(Type.String(), { maxItems: 0 }),
  },
  { $id: 'AuthSession', description: 'A run never waits for a sign-in: it ends with AUTH_REQUIRED, and the operator signs in' },
)

export const AuthImportForm = Type.Object(
  {},
  {
    $id: 'AuthImportForm',
    additionalProperties: AnyFile,
  },
)

export type HandshakeAnswer = Static<typeof HandshakeAnswer>
export type ChatEvent = Static<typeof ChatEvent>
export type ChatHistory = Static<typeof ChatHistory>
export type AuthSession = Static<typeof AuthSession>
