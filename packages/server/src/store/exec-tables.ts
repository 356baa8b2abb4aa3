import type { ExecSession, TaskKind, TaskState } from '../domain/exec.ts'
import type { ExecArtifact } from '../domain/exec-files.ts'
import { table } from './table.ts'

export type ExecSessionsTable = { -readonly [Key in keyof ExecSession]: ExecSession[Key] } & {
  /** The server that has its folder. */
  nodeId: string | null
}

export interface ExecTasksTable {
  id: string
  kind: TaskKind
  service: string | null
  endpoints: string
  projectId: string
  sessionId: string
  sessionAlias: string
  owner: string
  skill: string
  versionHash: string
  command: string
  workdir: string
  env: string
  timeoutSec: number
  jobId: string | null
  stepIndex: number | null
  state: TaskState
  exitCode: number | null
  error: string | null
  cancelRequestedAt: string | null
  cancelReason: string | null
  processPid: number | null
  processStartTime: string | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  inputs: string
  outputs: string
  createdArtifacts: string
  outputErrors: string
  network: string
  /** The server that looks after it. */
  nodeId: string | null
}

export const execSessions = table<ExecSessionsTable>('exec_sessions', {
  id: 'id',
  projectId: 'project_id',
  owner: 'owner',
  alias: 'alias',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
  nodeId: 'node_id',
})

export const execTasks = table<ExecTasksTable>('exec_tasks', {
  id: 'id',
  kind: 'kind',
  service: 'service',
  endpoints: 'endpoints',
  projectId: 'project_id',
  sessionId: 'session_id',
  sessionAlias: 'session_alias',
  owner: 'owner',
  skill: 'skill',
  versionHash: 'version_hash',
  command: 'command',
  workdir: 'workdir',
  env: 'env',
  timeoutSec: 'timeout_sec',
  jobId: 'job_id',
  stepIndex: 'step_index',
  state: 'state',
  exitCode: 'exit_code',
  error: 'error',
  cancelRequestedAt: 'cancel_requested_at',
  cancelReason: 'cancel_reason',
  processPid: 'process_pid',
  processStartTime: 'process_start_time',
  createdAt: 'created_at',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  inputs: 'inputs',
  outputs: 'outputs',
  createdArtifacts: 'created_artifacts',
  outputErrors: 'output_errors',
  network: 'network',
  nodeId: 'node_id',
})

export const execArtifacts = table<ExecArtifact>('exec_artifacts', {
  id: 'id',
  projectId: 'project_id',
  name: 'name',
  bytes: 'bytes',
  sha256: 'sha256',
  mime: 'mime',
  source: 'source',
  sourceId: 'source_id',
  createdAt: 'created_at',
})
