import { Type } from 'typebox'
import { RunFilePreview, RunFileTree, RunList } from '../management.ts'
import { RunConversationState, RunRequest } from '../run.ts'
import { closed } from '../shared.ts'
import { conversationUnder } from './conversation.ts'
import { evidenceUnder, jobParams } from './evidence.ts'
import { listQuery } from './jobs.ts'
import { json, operation } from './operation.ts'

const tag = 'management'
const path = '/v1/management/runs/{request_id}'

export const listRuns = operation({
  method: 'get',
  path: '/v1/management/runs',
  tag,
  summary: 'List runs, newest first',
  scope: 'read',
  query: listQuery,
  returns: json(RunList),
  errors: ['INVALID_REQUEST'],
})

export const getRun = operation({
  method: 'get',
  path,
  tag,
  summary: 'State of a run: its pending question, and whether its logs still grow',
  scope: 'read',
  params: jobParams,
  returns: json(RunConversationState),
  errors: ['JOB_NOT_FOUND'],
})

export const getRunRequest = operation({
  method: 'get',
  path: `${path}/request`,
  tag,
  summary: 'How a run was requested: engine, model, effort, options and webhook',
  scope: 'read',
  params: jobParams,
  returns: json(RunRequest),
  errors: ['JOB_NOT_FOUND'],
})

export const listRunFiles = operation({
  method: 'get',
  path: `${path}/files`,
  tag,
  summary: 'The files of a run as one list, each folder before its content',
  scope: 'read',
  params: jobParams,
  returns: json(RunFileTree),
  errors: ['JOB_NOT_FOUND'],
})

export const readRunFile = operation({
  method: 'get',
  path: `${path}/file`,
  tag,
  summary: 'The beginning of one file of a run, as text if it is text',
  scope: 'read',
  params: jobParams,
  query: closed({
    path: Type.String({ minLength: 1, maxLength: 4096, description: 'Relative to the run folder, as listed by files' }),
    max_bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1048576, default: 262144 })),
  }),
  returns: json(RunFilePreview),
  errors: ['INVALID_REQUEST', 'PATH_INVALID', 'JOB_NOT_FOUND', 'FILE_NOT_FOUND'],
})

export const { logRange: getRunLogRange, follow: followRunEvents, history: getRunEventHistory } = evidenceUnder(path, tag)

export const { pending: getRunPending, reply: replyToRun, cancel: cancelRun } = conversationUnder(path, '', tag)
