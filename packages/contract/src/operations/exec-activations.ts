import { ExecAlias } from '../exec.ts'
import { ExecActivate, ExecActivation } from '../exec-activation.ts'
import { closed } from '../shared.ts'
import { skillErrors } from './exec.ts'
import { json, operation } from './operation.ts'
import { projectParams } from './project-skills.ts'

export const activateInExecSession = operation({
  method: 'post',
  path: '/v1/projects/{project_id}/exec/sessions/{session_id}/activations',
  tag: 'exec',
  summary: 'Copy a skill into a session, and choose the version that its commands use',
  scope: 'run',
  params: closed({ ...projectParams.properties, session_id: ExecAlias }),
  body: ExecActivate,
  returns: json(ExecActivation),
  errors: skillErrors,
})
