import { Type } from 'typebox'
import {
  Cleanup,
  CleanupView,
  JobAccepted,
  JobCreate,
  JobForm,
  JobList,
  JobRerun,
  JobState,
  UploadAccepted,
  UploadForm,
} from '../job.ts'
import { closed, Instant, limit } from '../shared.ts'
import { conversationUnder } from './conversation.ts'
import { evidenceUnder, jobParams } from './evidence.ts'
import { json, operation } from './operation.ts'
import { readsUnder, wait } from './reads.ts'

const tag = 'jobs'
const Prefer = Type.Object({
  prefer: Type.Optional(Type.String({ maxLength: 64, description: 'wait=N is the same as ?wait=N' })),
})
export const CreateHeaders = Type.Object({
  ...Prefer.properties,
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Makes retries safe for 24 hours: the same key and body return the first response again (with Idempotent-Replayed: true) and create nothing; another body is rejected. A rejected request does not use up its key',
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
    'BUDGET_UNSUPPORTED',
    'BUDGET_EXCEEDED',
    'MODEL_UNKNOWN',
    'SKILL_EXECUTION_MODE_UNSUPPORTED',
    'SKILL_LIMIT_EXCEEDED',
    'SANDBOX_UNAVAILABLE',
    'WEBHOOK_INVALID',
    'IDEMPOTENCY_MISMATCH',
    'DISK_LOW',
    'DATA_NOT_WRITABLE',
    'QUEUE_FULL',
    'UPLOADS_PENDING',
    'SHUTTING_DOWN',
    'PAYLOAD_TOO_LARGE',
  ],
})

export const uploadJobFiles = operation({
  method: 'post',
  path: '/v1/jobs/{request_id}/upload',
  tag,
  summary: 'Upload the files of a job that waits for them, or an empty form if there are none, and start the run',
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

export const listQuery = closed({
  status: Type.Optional(JobState),
  skill_id: Type.Optional(Type.String({ maxLength: 128 })),
  engine: Type.Optional(Type.String({ maxLength: 64 })),
  q: Type.Optional(Type.String({ maxLength: 128, description: 'Part of a job id, run id, skill id or error code' })),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  cursor: Type.Optional(Type.String({ maxLength: 256, description: 'next_cursor of the previous page' })),
  limit: limit(50),
})

export const listJobs = operation({
  method: 'get',
  path: '/v1/jobs',
  tag,
  summary: 'List jobs, newest first',
  scope: 'read',
  query: listQuery,
  returns: json(JobList),
  errors: ['INVALID_REQUEST'],
})

const reads = readsUnder('/v1/jobs/{request_id}', tag)
export const {
  get: getJob,
  result: getJobResult,
  artifacts: listJobArtifacts,
  artifact: getJobArtifact,
  bundle: getJobBundle,
  receipt: getJobReceipt,
  recording: getJobRecording,
  logs: getJobLogs,
  deliveries: listJobDeliveries,
} = reads

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
  summary: 'Run the same request again, with the current version of the skill, without the cache',
  scope: 'run',
  params: jobParams,
  query: closed({ wait }),
  headers: CreateHeaders,
  body: JobRerun,
  bodyOptional: true,
  returns: json(JobAccepted),
  errors: ['JOB_NOT_FOUND', 'TEMP_PACKAGE_GONE', ...createJob.errors],
})

export const cleanupJobs = operation({
  method: 'post',
  path: '/v1/jobs/cleanup',
  tag,
  summary: 'Delete finished jobs, with their runs, folders and cache entries; active jobs are kept',
  scope: 'admin',
  body: Cleanup,
  bodyOptional: true,
  returns: json(CleanupView),
  errors: ['INVALID_REQUEST', 'INVALID_JSON'],
})
