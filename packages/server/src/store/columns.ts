import { table } from './table.ts'
import type {
  AdminActionsTable,
  CacheTable,
  DeliveriesTable,
  IdempotencyTable,
  InteractionsTable,
  JobsTable,
  PackageInstallsTable,
  ProjectSkillsTable,
  ProjectSkillVersionsTable,
  ProjectsTable,
  ReceiptsTable,
  RunsTable,
  WebhooksTable,
} from './tables.ts'

export const jobs = table<JobsTable>('jobs', {
  id: 'id',
  projectId: 'project_id',
  principal: 'principal',
  runId: 'run_id',
  skillId: 'skill_id',
  cacheHit: 'cache_hit',
  runtimeOptions: 'runtime_options',
  createdAt: 'created_at',
  tempRequest: 'temp_request',
})

export const runs = table<RunsTable>('runs', {
  id: 'id',
  projectId: 'project_id',
  caller: 'caller',
  skillId: 'skill_id',
  skillVersion: 'skill_version',
  skillDigest: 'skill_digest',
  temporary: 'temporary',
  engine: 'engine',
  model: 'model',
  engineVersion: 'engine_version',
  engineConfig: 'engine_config',
  usage: 'usage',
  executionMode: 'execution_mode',
  input: 'input',
  parameter: 'parameter',
  timeoutSec: 'timeout_sec',
  state: 'state',
  queueNo: 'queue_no',
  queueRound: 'queue_round',
  attempt: 'attempt',
  owner: 'owner',
  cancelRequestedAt: 'cancel_requested_at',
  processPid: 'process_pid',
  processStartTime: 'process_start_time',
  raspSeq: 'rasp_seq',
  raspBytes: 'rasp_bytes',
  fcmpSeq: 'fcmp_seq',
  fcmpBytes: 'fcmp_bytes',
  lastEventAt: 'last_event_at',
  warnings: 'warnings',
  error: 'error',
  normalizationLevel: 'normalization_level',
  recoveryState: 'recovery_state',
  recoveredAt: 'recovered_at',
  recoveryReason: 'recovery_reason',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  awaitingUpload: 'awaiting_upload',
  cacheKey: 'cache_key',
  pendingInteraction: 'pending_interaction',
  interactionCount: 'interaction_count',
  autoDecisionCount: 'auto_decision_count',
  lastAutoDecisionAt: 'last_auto_decision_at',
  sessionHandle: 'session_handle',
  uploadId: 'upload_id',
  nodeId: 'node_id',
  dayLimits: 'day_limits',
  fallbacks: 'fallbacks',
  enginesTried: 'engines_tried',
})

export const interactions = table<InteractionsTable>('interactions', {
  runId: 'run_id',
  id: 'id',
  attempt: 'attempt',
  question: 'question',
  askedAt: 'asked_at',
  expiresAt: 'expires_at',
  resolution: 'resolution',
  response: 'response',
  files: 'files',
  answerKey: 'answer_key',
  answeredAt: 'answered_at',
  uploadId: 'upload_id',
})

export const cache = table<CacheTable>('cache', {
  projectId: 'project_id',
  key: 'key',
  runId: 'run_id',
  createdAt: 'created_at',
})

export const receipts = table<ReceiptsTable>('receipts', { runId: 'run_id', keyId: 'key_id', envelope: 'envelope' })

export const idempotency = table<IdempotencyTable>('idempotency', {
  projectId: 'project_id',
  principal: 'principal',
  key: 'key',
  fingerprint: 'fingerprint',
  jobId: 'job_id',
  cacheHit: 'cache_hit',
  status: 'status',
  hasResult: 'has_result',
  createdAt: 'created_at',
  answer: 'answer',
  answerBytes: 'answer_bytes',
})

export const webhooks = table<WebhooksTable>('webhooks', {
  jobId: 'job_id',
  url: 'url',
  events: 'events',
  secretRef: 'secret_ref',
})

export const deliveries = table<DeliveriesTable>('deliveries', {
  id: 'id',
  no: 'no',
  jobId: 'job_id',
  runId: 'run_id',
  event: 'event',
  url: 'url',
  host: 'host',
  body: 'body',
  secretRef: 'secret_ref',
  state: 'state',
  tries: 'tries',
  lastStatus: 'last_status',
  lastError: 'last_error',
  createdAt: 'created_at',
  lastTryAt: 'last_try_at',
  nextTryAt: 'next_try_at',
  deliveredAt: 'delivered_at',
})

export const adminActions = table<AdminActionsTable>('admin_actions', {
  id: 'id',
  at: 'at',
  principal: 'principal',
  action: 'action',
  target: 'target',
  status: 'status',
  errorCode: 'error_code',
  xRequestId: 'x_request_id',
})

export const packageInstalls = table<PackageInstallsTable>('package_installs', {
  id: 'id',
  projectId: 'project_id',
  principal: 'principal',
  status: 'status',
  skillId: 'skill_id',
  version: 'version',
  digest: 'digest',
  action: 'action',
  error: 'error',
  idempotencyKey: 'idempotency_key',
  fingerprint: 'fingerprint',
  createdAt: 'created_at',
  finishedAt: 'finished_at',
  nodeId: 'node_id',
})

export const projects = table<ProjectsTable>('projects', { id: 'id', createdAt: 'created_at' })

export const projectSkills = table<ProjectSkillsTable>('project_skills', {
  projectId: 'project_id',
  name: 'name',
  description: 'description',
  versionHash: 'version_hash',
  enabled: 'enabled',
  createdAt: 'created_at',
  displayName: 'display_name',
})

export const projectSkillVersions = table<ProjectSkillVersionsTable>('project_skill_versions', {
  projectId: 'project_id',
  name: 'name',
  versionHash: 'version_hash',
  description: 'description',
  files: 'files',
  bytes: 'bytes',
  principal: 'principal',
  createdAt: 'created_at',
})
