import { Type } from 'typebox'
import { InteractionReply, PendingView, ReplyAccepted, ReplyForm } from '../conversation.ts'
import { CancelView } from '../job.ts'
import { jobParams } from './evidence.ts'
import { json, operation } from './operation.ts'

const ReplyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Makes a repeat safe: the same key, response and files give the first answer again (with Idempotent-Replayed: true) and answer nothing twice; anything else under that key is refused',
    }),
  ),
})

/** What a person does with a run: read its question, answer it, end it. The same wherever it is asked for. */
export const conversationUnder = <const P extends string, const I extends string>(path: P, interaction: I, tag: string) => ({
  pending: operation({
    method: 'get',
    path: `${path}${interaction}/pending`,
    tag,
    summary: 'The question that an interactive run waits with',
    scope: 'read',
    params: jobParams,
    returns: json(PendingView),
    errors: ['JOB_NOT_FOUND', 'NOT_INTERACTIVE'],
  }),
  reply: operation({
    method: 'post',
    path: `${path}${interaction}/reply`,
    tag,
    summary: 'Answer the question; the run goes on from the end of the queue, which is never too full for that',
    scope: 'run',
    params: jobParams,
    headers: ReplyHeaders,
    body: InteractionReply,
    form: ReplyForm,
    bodyPart: 'metadata',
    returns: json(ReplyAccepted),
    errors: [
      'INVALID_REQUEST',
      'INVALID_JSON',
      'NOT_INTERACTIVE',
      'REPLY_INVALID',
      'UPLOAD_INVALID',
      'JOB_NOT_FOUND',
      'NOT_WAITING',
      'STALE_INTERACTION',
      'IDEMPOTENCY_MISMATCH',
      'UPLOAD_TOO_LARGE',
      'PAYLOAD_TOO_LARGE',
      'DISK_LOW',
      'DATA_NOT_WRITABLE',
      'SHUTTING_DOWN',
    ],
  }),
  cancel: operation({
    method: 'post',
    path: `${path}/cancel`,
    tag,
    summary: 'End a job; the answer comes when its processes are gone',
    scope: 'run',
    params: jobParams,
    returns: json(CancelView),
    errors: ['JOB_NOT_FOUND'],
  }),
})
