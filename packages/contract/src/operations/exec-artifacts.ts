import { Type } from 'typebox'
import { ArtifactForm, ExecArtifactList, ExecArtifactRemoved, ExecArtifactView } from '../exec-artifact.ts'
import { closed, limit } from '../shared.ts'
import { json, operation } from './operation.ts'
import { projectParams } from './project-skills.ts'
import { fileHeaders } from './reads.ts'

const tag = 'exec'
const artifacts = '/v1/projects/{project_id}/artifacts'

const ofArtifact = closed({ ...projectParams.properties, artifact_id: Type.String({ minLength: 1, maxLength: 64 }) })
const readErrors = ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'ARTIFACT_NOT_FOUND'] as const

export const uploadExecArtifact = operation({
  method: 'post',
  path: artifacts,
  tag,
  summary: 'Upload a file as an artifact of a project, to be an input of commands',
  scope: 'run',
  params: projectParams,
  form: ArtifactForm,
  returns: json(ExecArtifactView),
  errors: [
    ...(['INVALID_REQUEST', 'UPLOAD_INVALID', 'PROJECT_NOT_FOUND', 'UPLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const),
    ...(['PROJECT_FULL', 'DISK_LOW', 'DATA_NOT_WRITABLE', 'SHUTTING_DOWN'] as const),
  ],
})

export const listExecArtifacts = operation({
  method: 'get',
  path: artifacts,
  tag,
  summary: 'Artifacts of a project, newest first',
  scope: 'read',
  params: projectParams,
  query: closed({
    limit: limit(50),
    cursor: Type.Optional(Type.String({ maxLength: 256, description: 'next_cursor of the page before' })),
  }),
  returns: json(ExecArtifactList),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND'],
})

export const getExecArtifact = operation({
  method: 'get',
  path: `${artifacts}/{artifact_id}`,
  tag,
  summary: 'An artifact: name, size, digest and where it is from',
  scope: 'read',
  params: ofArtifact,
  returns: json(ExecArtifactView),
  errors: readErrors,
})

export const getExecArtifactContent = operation({
  method: 'get',
  path: `${artifacts}/{artifact_id}/content`,
  tag,
  summary: 'The content of an artifact, or a range of it',
  scope: 'read',
  params: ofArtifact,
  headers: fileHeaders,
  returns: {
    type: 'application/octet-stream',
    description: 'The file, with its own content type and always as a download; the ETag is its sha256',
  },
  errors: [...readErrors, 'RANGE_NOT_SATISFIABLE'],
})

export const deleteExecArtifact = operation({
  method: 'delete',
  path: `${artifacts}/{artifact_id}`,
  tag,
  summary: 'Delete an artifact',
  scope: 'run',
  params: ofArtifact,
  returns: json(ExecArtifactRemoved),
  errors: readErrors,
})
