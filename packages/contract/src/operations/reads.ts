import { Type } from 'typebox'
import { ArtifactList } from '../artifact.ts'
import { Job, JobResultView, Logs } from '../job.ts'
import { Receipt } from '../receipt.ts'
import { Recording } from '../recording.ts'
import { closed, oneOf } from '../shared.ts'
import { DeliveryList } from '../webhook.ts'
import { attempt, jobParams } from './evidence.ts'
import { json, operation } from './operation.ts'

export const wait = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 300,
    description: 'Seconds to wait for the end of the run, or for its question; the run continues if the caller disconnects',
  }),
)

/** What a file can be asked for with. */
export const fileHeaders = Type.Object({
  range: Type.Optional(Type.String({ description: 'A single range of bytes; the response is 206' })),
  'if-range': Type.Optional(Type.String({ description: 'The ETag of the file that the range belongs to' })),
  'if-none-match': Type.Optional(Type.String({ description: 'ETags that the caller has; the response is 304 if one matches' })),
})

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
    summary: 'Validated result of a finished job',
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
    summary: 'One artifact, or a range of it; the path begins with artifacts/ and may contain slashes',
    scope: 'read',
    params: closed({ ...jobParams.properties, path: Type.String({ minLength: 1, maxLength: 4096 }) }),
    headers: fileHeaders,
    returns: {
      type: 'application/octet-stream',
      description: 'The file, with its own content type; the ETag is its sha256, and is missing until the run ends',
    },
    errors: ['JOB_NOT_FOUND', 'ARTIFACT_NOT_FOUND', 'PATH_INVALID', 'RANGE_NOT_SATISFIABLE', 'INVALID_REQUEST'],
  }),

  bundle: operation({
    method: 'get',
    path: `${path}/bundle`,
    tag,
    summary: 'All output of a job as a zip: manifest.json, receipt.json, result/ and artifacts/',
    scope: 'read',
    params: jobParams,
    query: closed({
      debug: Type.Optional(
        oneOf(
          ['0', '1', 'false', 'true'],
          'Include the whole run folder, without credentials and node_modules; default: runtime_options.debug',
        ),
      ),
    }),
    returns: {
      type: 'application/zip',
      description:
        'Streamed while it is created; if the connection breaks, it is incomplete. contents.json lists its files with their sha256, and the comment of the archive is signed (docs/receipts.md); left-out.json lists links, special files and files that are too large',
    },
    errors: ['JOB_NOT_FOUND', 'RESULT_NOT_READY', 'INVALID_REQUEST'],
  }),

  receipt: operation({
    method: 'get',
    path: `${path}/receipt`,
    tag,
    summary: 'Signed statement of what ran with which inputs, and what came of it',
    scope: 'read',
    params: jobParams,
    returns: json(Receipt),
    errors: ['JOB_NOT_FOUND', 'RESULT_NOT_READY', 'RECEIPT_NOT_FOUND'],
  }),

  recording: operation({
    method: 'get',
    path: `${path}/recording`,
    tag,
    summary: 'A finished run as a recording that the replay engine plays, with secrets, tokens and paths of the machine masked',
    scope: 'read',
    params: jobParams,
    returns: json(Recording),
    errors: ['JOB_NOT_FOUND', 'RESULT_NOT_READY', 'RECORDING_UNAVAILABLE', 'RECORDING_TOO_LARGE'],
  }),

  logs: operation({
    method: 'get',
    path: `${path}/logs`,
    tag,
    summary: 'Prompt and output of an attempt: the last 1 MiB of each stream',
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
    summary: 'Webhook messages of a job, with their delivery attempts',
    scope: 'read',
    params: jobParams,
    returns: json(DeliveryList),
    errors: ['JOB_NOT_FOUND'],
  }),
})
