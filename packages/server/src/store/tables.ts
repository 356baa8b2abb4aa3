import type { NormalizationLevel, RunState } from '../domain/run.ts'
import type { WebhookEvent } from '../domain/webhook.ts'

/** Portable columns only: text ids, ISO-8601 text times, JSON in text, small integers. */
export interface JobsTable {
  id: string
  projectId: string
  principal: string
  runId: string
  skillId: string
  cacheHit: number
  runtimeOptions: string
  createdAt: string
  /** What was asked of a skill that comes with the job; null: it is an installed one. */
  tempRequest: string | null
}

export interface RunsTable {
  id: string
  projectId: string
  /** Who asked for it: the name of a token, or an address. */
  caller: string
  skillId: string
  skillVersion: string
  skillDigest: string
  /** 1: its skill is its own, and goes with it. */
  temporary: number
  engine: string
  model: string | null
  engineVersion: string | null
  engineConfig: string
  usage: string | null
  executionMode: 'auto' | 'interactive'
  input: string
  parameter: string
  timeoutSec: number
  state: RunState
  /** Rises with every admission. */
  queueNo: number
  /** In which round of the queue it starts: in each round, every caller starts one. */
  queueRound: number
  attempt: number
  owner: string | null
  cancelRequestedAt: string | null
  processPid: number | null
  processStartTime: string | null
  raspSeq: number
  raspBytes: number
  fcmpSeq: number
  fcmpBytes: number
  lastEventAt: string | null
  warnings: string
  error: string | null
  normalizationLevel: NormalizationLevel
  recoveryState: 'none' | 'recovered_waiting' | 'failed_reconciled'
  recoveredAt: string | null
  recoveryReason: string | null
  createdAt: string
  updatedAt: string
  startedAt: string | null
  finishedAt: string | null
  /** 1: not in the queue yet, its files are still to come. */
  awaitingUpload: number
  /** Under which it is entered in the cache when it succeeds; null: never. */
  cacheKey: string | null
  pendingInteraction: number | null
  interactionCount: number
  autoDecisionCount: number
  lastAutoDecisionAt: string | null
  sessionHandle: string | null
  /** Whose files are its own. */
  uploadId: string | null
  /** The server that took it in, and later the one that works on it. */
  nodeId: string | null
  /** What its token may use in a day. */
  dayLimits: string
  /** The engines that are tried after this one. */
  fallbacks: string
  /** Those that were tried before it. */
  enginesTried: string
}

/** Every question of a run, with its answer once there is one. */
export interface InteractionsTable {
  runId: string
  /** Counts from 1 within the run. */
  id: number
  attempt: number
  question: string
  askedAt: string
  expiresAt: string | null
  resolution: 'user_reply' | 'auto_decide_timeout' | null
  response: string | null
  files: string | null
  answerKey: string | null
  answeredAt: string | null
  /** Under which the files of its answer were brought. */
  uploadId: string | null
}

/** Per project: a result is no secret between those who share one, and always one to others. */
export interface CacheTable {
  projectId: string
  key: string
  runId: string
  createdAt: string
}

/** Of every run that has ended. */
export interface ReceiptsTable {
  runId: string
  keyId: string
  envelope: string
}

export interface IdempotencyTable {
  projectId: string
  principal: string
  key: string
  fingerprint: string
  jobId: string
  cacheHit: number
  status: RunState
  hasResult: number
  createdAt: string
  /** Of a command of a project that was waited for: its result as JSON, once it has ended and while it is kept. */
  answer: string | null
  answerBytes: number | null
}

/** Whom to tell about a job. */
export interface WebhooksTable {
  jobId: string
  url: string
  events: string
  secretRef: string | null
}

/** What is told, with all that sending it takes: it may outlive its job. */
export interface DeliveriesTable {
  id: string
  /** Rises with every message, so that those of a job have their order. */
  no: number
  jobId: string
  runId: string
  event: WebhookEvent
  url: string
  host: string
  /** The bytes that are signed. */
  body: string
  secretRef: string | null
  state: 'pending' | 'delivered' | 'given_up'
  tries: number
  lastStatus: number | null
  lastError: string | null
  createdAt: string
  lastTryAt: string | null
  nextTryAt: string | null
  deliveredAt: string | null
}

export interface AdminActionsTable {
  id: number
  at: string
  principal: string
  action: string
  target: string | null
  /** Null: there was no answer. */
  status: number | null
  errorCode: string | null
  xRequestId: string
}

/** Every installation of a skill package, for a while. */
export interface PackageInstallsTable {
  id: string
  projectId: string
  principal: string
  status: 'running' | 'succeeded' | 'failed'
  skillId: string | null
  version: string | null
  digest: string | null
  action: 'install' | 'update' | 'unchanged' | null
  error: string | null
  /** Null: there was none, its time is over, or the installation failed. */
  idempotencyKey: string | null
  fingerprint: string | null
  createdAt: string
  finishedAt: string | null
  /** The server that installs it. */
  nodeId: string | null
}

/** There from the first upload on. */
export interface ProjectsTable {
  id: string
  createdAt: string
}

/** A skill of a project, with the version in use. */
export interface ProjectSkillsTable {
  projectId: string
  name: string
  /** Of the version in use. */
  description: string
  versionHash: string
  enabled: number
  createdAt: string
  /** A label for people, as its uploader gave it; null: its name will do. */
  displayName: string | null
}

/** Every version of a skill that was uploaded to a project. */
export interface ProjectSkillVersionsTable {
  projectId: string
  name: string
  versionHash: string
  description: string
  files: number
  bytes: number
  /** Who uploaded it first. */
  principal: string
  createdAt: string
}
