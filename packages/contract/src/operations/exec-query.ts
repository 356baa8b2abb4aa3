import { ExecQuery, ExecQueryResult } from '../exec-query.ts'
import { startErrors } from './exec.ts'
import { json, operation } from './operation.ts'
import { projectParams } from './project-skills.ts'

export const queryExecTask = operation({
  method: 'post',
  path: '/v1/projects/{project_id}/exec/tasks:query',
  tag: 'exec',
  summary: 'State of something that a command knows: it prints JSON, and one field of it is the state',
  scope: 'run',
  params: projectParams,
  body: ExecQuery,
  returns: json(ExecQueryResult),
  errors: [...startErrors, 'QUERY_FAILED', 'QUEUE_FULL'],
})
