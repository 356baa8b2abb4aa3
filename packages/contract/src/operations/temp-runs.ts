import { UploadAccepted } from '../job.ts'
import { TempRunAccepted, TempRunCreate, TempUploadForm } from '../temp-run.ts'
import { conversationUnder } from './conversation.ts'
import { evidenceUnder, jobParams } from './evidence.ts'
import { CreateHeaders, uploadJobFiles } from './jobs.ts'
import { json, operation } from './operation.ts'
import { readsUnder } from './reads.ts'

const tag = 'temporary skills'
const path = '/v1/temp-skill-runs/{request_id}'

export const createTempRun = operation({
  method: 'post',
  path: '/v1/temp-skill-runs',
  tag,
  summary: 'Create a job for a skill that is not installed; send its package with /upload',
  scope: 'run',
  headers: CreateHeaders,
  body: TempRunCreate,
  returns: json(TempRunAccepted),
  errors: [
    'INVALID_REQUEST',
    'INVALID_JSON',
    'INVALID_RUNTIME_OPTION',
    'SKILL_ENGINE_UNSUPPORTED',
    'BUDGET_UNSUPPORTED',
    'BUDGET_EXCEEDED',
    'WEBHOOK_INVALID',
    'IDEMPOTENCY_MISMATCH',
    'DISK_LOW',
    'DATA_NOT_WRITABLE',
    'UPLOADS_PENDING',
    'SHUTTING_DOWN',
    'PAYLOAD_TOO_LARGE',
  ],
})

export const uploadTempRun = operation({
  method: 'post',
  path: `${path}/upload`,
  tag,
  summary: 'Upload the skill and its input files, and start the run',
  scope: 'run',
  params: jobParams,
  form: TempUploadForm,
  returns: json(UploadAccepted),
  errors: [
    'PACKAGE_INVALID',
    'INVALID_RUNTIME_OPTION',
    'SKILL_ENGINE_UNSUPPORTED',
    'BUDGET_UNSUPPORTED',
    'BUDGET_EXCEEDED',
    'MODEL_UNKNOWN',
    'ENGINE_CONFIG_INVALID',
    'SKILL_EXECUTION_MODE_UNSUPPORTED',
    'SKILL_LIMIT_EXCEEDED',
    'ENGINE_NOT_READY',
    'SANDBOX_UNAVAILABLE',
    ...uploadJobFiles.errors,
  ],
})

export const {
  get: getTempRun,
  result: getTempRunResult,
  artifacts: listTempRunArtifacts,
  artifact: getTempRunArtifact,
  bundle: getTempRunBundle,
  receipt: getTempRunReceipt,
  recording: getTempRunRecording,
  logs: getTempRunLogs,
  deliveries: listTempRunDeliveries,
} = readsUnder(path, tag)

export const {
  logRange: getTempRunLogRange,
  follow: followTempRunEvents,
  history: getTempRunEventHistory,
} = evidenceUnder(path, tag)

export const {
  pending: getTempRunPending,
  reply: replyToTempRun,
  cancel: cancelTempRun,
} = conversationUnder(path, '/interaction', tag)
