import { Type } from 'typebox'
import { ArtifactList } from '../artifact.ts'
import {
  Cleanup,
  CleanupView,
  Job,
  JobAccepted,
  JobCreate,
  JobForm,
  JobList,
  JobRerun,
  JobResultView,
  JobState,
  Logs,
  UploadAccepted,
  UploadForm,
} from '../job.ts'
import { closed, Instant, oneOf } from '../shared.ts'
import { conversationUnder } from './conversation.ts'
import { attempt, evidenceUnder, jobParams } from './evidence.ts'
import { json, operation } from './operation.ts'

const tag = 'jobs'
const wait = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 300,
    description: 'Seconds to wait for the end of the run; the run goes on if the caller leaves',
  }),
)
const Prefer = Type.Object({
  prefer: Type.Optional(Type.String({ maxLength: 64, description: 'wait=N is the same as ?wait=N' })),
})
const CreateHeaders = Type.Object({
  ...Prefer.properties,
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Makes a repeat safe, for 24 hours: the same key and body give the first answer again (with Idempotent-Replayed: true) and create nothing; another body is refused. A request that was refused does not use up its key',
    }),
  ),
})

export const createJob = operation({
  method: 'post',
  path: '/v1/jobs',
  tag,
  summary: 'Run a skill',
  scope: 'run',
  query: closed({ wait }),
  headers: CreateHeaders,
  body: JobCreate,
  form: JobForm,
  returns: json(JobAccepted),
  errors: [
    'INVALID_REQUEST',
    'INVALID_JSON',
    'INVALID_RUNTIME_OPTION',
    'INPUT_INVALID',
    'INPUT_FILE_MISSING',
    'UPLOAD_INVALID',
    'UPLOAD_TOO_LARGE',
    'SKILL_NOT_FOUND',
    'SKILL_DEGRADED',
    'SKILL_ENGINE_UNSUPPORTED',
    'MODEL_UNKNOWN',
    'SKILL_EXECUTION_MODE_UNSUPPORTED',
    'SKILL_LIMIT_EXCEEDED',
    'SANDBOX_UNAVAILABLE',
    'IDEMPOTENCY_MISMATCH',
    'DISK_LOW',
    'DATA_NOT_WRITABLE',
    'QUEUE_FULL',
    'SHUTTING_DOWN',
    'PAYLOAD_TOO_LARGE',
  ],
})

export const uploadJobFiles = operation({
  method: 'post',
  path: '/v1/jobs/{request_id}/upload',
  tag,
  summary: 'Bring the files of a job that waits for them; with them it starts',
  scope: 'run',
  params: jobParams,
  form: UploadForm,
  returns: json(UploadAccepted),
  errors: [
    'INVALID_REQUEST',
    'UPLOAD_INVALID',
    'UPLOAD_TOO_LARGE',
    'INPUT_FILE_MISSING',
    'INPUT_INVALID',
    'JOB_NOT_FOUND',
    'ALREADY_STARTED',
    'UNSUPPORTED_MEDIA_TYPE',
    'DISK_LOW',
    'DATA_NOT_WRITABLE',
    'QUEUE_FULL',
    'SHUTTING_DOWN',
  ],
})

export const listJobs = operation({
  method: 'get',
  path: '/v1/jobs',
  tag,
  summary: 'List jobs, newest first',
  scope: 'read',
  query: closed({
    status: Type.Optional(JobState),
    skill_id: Type.Optional(Type.String({ maxLength: 128 })),
    engine: Type.Optional(Type.String({ maxLength: 64 })),
    q: Type.Optional(Type.String({ maxLength: 128, description: 'Part of an id of the job, the run or the skill' })),
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
    cursor: Type.Optional(Type.String({ maxLength: 256, description: 'next_cursor of the page before' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  returns: json(JobList),
  errors: ['INVALID_REQUEST'],
})

export const getJob = operation({
  method: 'get',
  path: '/v1/jobs/{request_id}',
  tag,
  summary: 'State of a job',
  scope: 'read',
  params: jobParams,
  query: closed({ wait }),
  returns: json(Job),
  errors: ['JOB_NOT_FOUND', 'INVALID_REQUEST'],
})

export const getJobResult = operation({
  method: 'get',
  path: '/v1/jobs/{request_id}/result',
  tag,
  summary: 'Validated result of a job that ended',
  scope: 'read',
  params: jobParams,
  returns: json(JobResultView),
  errors: ['JOB_NOT_FOUND', 'RESULT_NOT_READY'],
})

export const listJobArtifacts = operation({
  method: 'get',
  path: '/v1/jobs/{request_id}/artifacts',
  tag,
  summary: 'Artifacts of a job',
  scope: 'read',
  params: jobParams,
  returns: json(ArtifactList),
  errors: ['JOB_NOT_FOUND'],
})

export const getJobArtifact = operation({
  method: 'get',
  path: '/v1/jobs/{request_id}/artifacts/{path}',
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
})

export const getJobBundle = operation({
  method: 'get',
  path: '/v1/jobs/{request_id}/bundle',
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
})

export const getJobLogs = operation({
  method: 'get',
  path: '/v1/jobs/{request_id}/logs',
  tag,
  summary: 'What an attempt was given and what it printed, 1 MiB of each stream from the end',
  scope: 'read',
  params: jobParams,
  query: closed({ attempt }),
  returns: json(Logs),
  errors: ['JOB_NOT_FOUND', 'ATTEMPT_NOT_FOUND', 'INVALID_REQUEST'],
})

export const {
  logRange: getJobLogRange,
  follow: followJobEvents,
  history: getJobEventHistory,
} = evidenceUnder('/v1/jobs/{request_id}', tag)

const conversation = conversationUnder('/v1/jobs/{request_id}', '/interaction', tag)
export const { pending: getJobPending, reply: replyToJob, cancel: cancelJob } = conversation

export const rerunJob = operation({
  method: 'post',
  path: '/v1/jobs/{request_id}/rerun',
  tag,
  summary: 'The same request again, with the skill as it is now, and never from the cache',
  scope: 'run',
  params: jobParams,
  query: closed({ wait }),
  headers: CreateHeaders,
  body: JobRerun,
  bodyOptional: true,
  returns: json(JobAccepted),
  errors: ['JOB_NOT_FOUND', ...createJob.errors],
})

export const cleanupJobs = operation({
  method: 'post',
  path: '/v1/jobs/cleanup',
  tag,
  summary: 'Remove jobs that ended, with their runs, folders and cache entries; never an active one',
  scope: 'admin',
  body: Cleanup,
  bodyOptional: true,
  returns: json(CleanupView),
  errors: ['INVALID_REQUEST', 'INVALID_JSON'],
})
