import { Type } from 'typebox'
import { AuthImportForm, AuthSession, ChatHistory, Handshake, HandshakeAnswer, Ping } from '../compat.ts'
import { ReplyAccepted } from '../conversation.ts'
import { open } from '../shared.ts'
import { ChatStreamEvent } from '../stream.ts'
import { jobParams } from './evidence.ts'
import { json, operation } from './operation.ts'

const tag = 'compatibility'

export const ping = operation({
  method: 'get',
  path: '/v1/system/ping',
  tag,
  summary: 'The same as /healthz',
  scope: null,
  returns: json(Ping),
  errors: [],
})

export const handshake = operation({
  method: 'post',
  path: '/v1/system/handshake',
  tag,
  summary: 'Which protocols of the Zotero plugin the server supports',
  scope: 'read',
  body: Handshake,
  bodyOptional: true,
  returns: json(HandshakeAnswer),
  errors: ['INVALID_REQUEST', 'INVALID_JSON'],
})

export const followJobChat = operation({
  method: 'get',
  path: '/v1/jobs/{request_id}/chat',
  tag,
  summary: 'The live events of a job that belong to its conversation; /events has all of them',
  scope: 'read',
  params: jobParams,
  query: open({ cursor: Type.Optional(Type.Integer({ minimum: 0, description: 'The last seq that the caller has' })) }),
  returns: {
    type: 'text/event-stream',
    event: ChatStreamEvent,
    description: 'Server-sent events. The schema is that of one event: its name, and the JSON in its data',
  },
  errors: ['JOB_NOT_FOUND', 'INVALID_REQUEST'],
})

export const getJobChatHistory = operation({
  method: 'get',
  path: '/v1/jobs/{request_id}/chat/history',
  tag,
  summary: 'The conversation of a job so far; /events/history has all events',
  scope: 'read',
  params: jobParams,
  query: open({
    from_seq: Type.Optional(Type.Integer({ minimum: 0 })),
    to_seq: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  returns: json(ChatHistory),
  errors: ['JOB_NOT_FOUND', 'INVALID_REQUEST'],
})

export const getJobAuthSession = operation({
  method: 'get',
  path: '/v1/jobs/{request_id}/auth/session',
  tag,
  summary: 'The sign-in that a run waits for: always none',
  scope: 'read',
  params: jobParams,
  returns: json(AuthSession),
  errors: ['JOB_NOT_FOUND'],
})

export const importJobAuth = operation({
  method: 'post',
  path: '/v1/jobs/{request_id}/interaction/auth/import',
  tag,
  summary: 'Sign-in files for a run: always rejected, because no run waits for them',
  scope: 'run',
  params: jobParams,
  form: AuthImportForm,
  returns: json(ReplyAccepted),
  errors: ['JOB_NOT_FOUND', 'NOT_WAITING', 'UNSUPPORTED_MEDIA_TYPE'],
})
