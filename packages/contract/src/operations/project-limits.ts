import { Type } from 'typebox'
import { ProjectLimits, ProjectLimitsView } from '../project-limits.ts'
import { closed } from '../shared.ts'
import { json, operation } from './operation.ts'

const path = '/v1/projects/{project_id}/limits' as const
const params = closed({ project_id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$', description: 'A project' }) })

export const getProjectLimits = operation({
  method: 'get',
  path,
  tag: 'exec',
  summary: 'What commands and tasks of a project may use',
  scope: 'read',
  params,
  returns: json(ProjectLimitsView),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND'],
})

export const putProjectLimits = operation({
  method: 'put',
  path,
  tag: 'exec',
  summary: 'Give a project less than the server allows; what is left out is what the server allows',
  scope: 'admin',
  params,
  body: ProjectLimits,
  returns: json(ProjectLimitsView),
  errors: ['INVALID_REQUEST', 'INVALID_JSON', 'PROJECT_NOT_FOUND'],
})
