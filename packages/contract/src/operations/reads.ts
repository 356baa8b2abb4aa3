import { Type } from 'typebox'
import { ArtifactList } from '../artifact.ts'
import { Job, JobResultView, Logs } from '../job.ts'
import { closed, oneOf } from '../shared.ts'
import { DeliveryList } from '../webhook.ts'
import { attempt, jobParams } from './evidence.ts'
import { json, operation } from './operation.ts'

export const wait = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 300,
    description: 'Seconds to wait for the end of the run; the run goes on if the caller leaves',
  }),
)
/** What a job gave, the same wherever it is asked for. */
export const readsUnder = <const P extends string>(path: P, tag: string) => ({
  get: operation({
    method: 'get',
    path: path,
    tag,
    summary: 'State of a job',
    scope: 'read',
    params: jobParams,
    query: closed({ wait }),
    returns: json(Job),
    errors: ['JOB_NOT_FOUND', 'INVALID_REQUEST'],
  }),

  result: operation({
    method: 'get',
    path: `${path}/result`,
    tag,
    summary: 'Validated result of a job that ended',
    scope: 'read',
    params: jobParams,
    returns: json(JobResultView),
    errors: ['JOB_NOT_FOUND', 'RESULT_NOT_READY'],
  }),

  artifacts: operation({
    method: 'get',
    path: `${path}/artifacts`,
    tag,
    summary: 'Artifacts of a job',
    scope: 'read',
    params: jobParams,
    returns: json(ArtifactList),
    errors: ['JOB_NOT_FOUND'],
  }),

  artifact: operation({
    method: 'get',
    path: `${path}/artifacts/{path}`,
    tag,
    summary: 'One artifact, whole or a range of it; the path begins with artifacts/ and may hold slashes',
    scope: 'read',
    params: closed({ ...jobParams.properties, path: Type.String({ minLength: 1, maxLength: 4096 }) }),
    headers: Type.Object({
      range: Type.Optional(Type.String({ description: 'A single range of bytes, answered with 206' })),
      'if-range': Type.Optional(Type.String({ description: 'The ETag that the range belongs to' })),
      'if-none-match': Type.Optional(Type.String({ description: 'ETags that the caller has, answered with 304' })),
    }),
    returns: {
      type: 'application/octet-stream',
      description: 'The file, with its own content type; ETag is its sha256, and there is none before the end of the run',
    },
    errors: ['JOB_NOT_FOUND', 'ARTIFACT_NOT_FOUND', 'PATH_INVALID', 'RANGE_NOT_SATISFIABLE', 'INVALID_REQUEST'],
  }),

  bundle: operation({
    method: 'get',
    path: `${path}/bundle`,
    tag,
    summary: 'All that a job gave, as a zip: manifest.json, result/ and artifacts/',
    scope: 'read',
    params: jobParams,
    query: closed({
      debug: Type.Optional(
        oneOf(
          ['0', '1', 'false', 'true'],
          'The whole run folder, less credentials and node_modules; runtime_options.debug otherwise',
        ),
      ),
    }),
    returns: {
      type: 'application/zip',
      description:
        'Written while it is sent; a connection that is cut means that it is not whole. Links, special files and what is too large are named in left-out.json',
    },
    errors: ['JOB_NOT_FOUND', 'RESULT_NOT_READY', 'INVALID_REQUEST'],
  }),

  logs: operation({
    method: 'get',
    path: `${path}/logs`,
    tag,
    summary: 'What an attempt was given and what it printed, 1 MiB of each stream from the end',
    scope: 'read',
    params: jobParams,
    query: closed({ attempt }),
    returns: json(Logs),
    errors: ['JOB_NOT_FOUND', 'ATTEMPT_NOT_FOUND', 'INVALID_REQUEST'],
  }),

  deliveries: operation({
    method: 'get',
    path: `${path}/deliveries`,
    tag,
    summary: 'What the webhook of a job was told, and how often that was tried',
    scope: 'read',
    params: jobParams,
    returns: json(DeliveryList),
    errors: ['JOB_NOT_FOUND'],
  }),
})
