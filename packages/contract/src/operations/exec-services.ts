import { Type } from 'typebox'
import { TaskCanceled } from '../exec.ts'
import { ExecServiceAccepted, ExecServiceRequest } from '../exec-service.ts'
import { closed, open } from '../shared.ts'
import { keyErrors, keyHeaders, ofProject, ofTask, startErrors, under } from './exec.ts'
import { json, operation } from './operation.ts'

const tag = 'exec'

export const createExecService = operation({
  method: 'post',
  path: `${under}/services`,
  tag,
  summary: 'Start a service: a task that others connect to. It is read, followed and listed as a task',
  scope: 'run',
  params: ofProject,
  headers: keyHeaders,
  body: ExecServiceRequest,
  returns: { ...json(ExecServiceAccepted), status: 202 },
  errors: [...startErrors, ...keyErrors, 'NETWORK_NOT_ALLOWED', 'MODE_UNSUPPORTED', 'QUEUE_FULL', 'SKILL_LIMIT_EXCEEDED'],
})

/** As an answer of its own. */
const ServiceCanceled = closed(TaskCanceled.properties, { $id: 'ServiceCanceled' })

export const cancelExecService = operation({
  method: 'post',
  path: `${under}/services/{task_id}:cancel`,
  tag,
  summary: 'Cancel a service; it is canceled once its end is confirmed',
  scope: 'run',
  params: ofTask,
  body: open({ reason: Type.Optional(Type.String({ maxLength: 1000 })) }),
  bodyOptional: true,
  returns: json(ServiceCanceled),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'TASK_NOT_FOUND'],
})
