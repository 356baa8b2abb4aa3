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
        'Makes retries safe: the same key, response and files return the first response again (with Idempotent-Replayed: true); anything else with that key is rejected',
    }),
  ),
})

/** What a person does with a run: read its question, answer it, end it. The same wherever it is asked for. */
export const conversationUnder = <const P extends string, const I extends string>(path: P, interaction: I, tag: string) => ({
  pending: operation({
    method: 'get',
    path: `${path}${interaction}/pending`,
    tag,
    summary: 'The pending question of an interactive run',
    scope: 'read',
    params: jobParams,
    returns: json(PendingView),
    errors: ['JOB_NOT_FOUND', 'NOT_INTERACTIVE'],
  }),
  reply: operation({
    method: 'post',
    path: `${path}${interaction}/reply`,
    tag,
    summary: 'Answer the pending question; the run continues from the end of the queue, even if the queue is full',
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
    summary: 'Cancel a job; responds when its processes have ended',
    scope: 'run',
    params: jobParams,
    returns: json(CancelView),
    errors: ['JOB_NOT_FOUND'],
  }),
})
