import { RunConversationState } from '../run.ts'
import { conversationUnder } from './conversation.ts'
import { evidenceUnder, jobParams } from './evidence.ts'
import { json, operation } from './operation.ts'

const tag = 'management'
const path = '/v1/management/runs/{request_id}'

export const getRun = operation({
  method: 'get',
  path,
  tag,
  summary: 'A run as a conversation: its state, what it waits for, and whether its logs still grow',
  scope: 'read',
  params: jobParams,
  returns: json(RunConversationState),
  errors: ['JOB_NOT_FOUND'],
})

export const { logRange: getRunLogRange, follow: followRunEvents, history: getRunEventHistory } = evidenceUnder(path, tag)

export const { pending: getRunPending, reply: replyToRun, cancel: cancelRun } = conversationUnder(path, '', tag)
