import type { JobState } from '../domain/exec-job.ts'
import { table } from './table.ts'

export interface ExecJobsTable {
  id: string
  projectId: string
  sessionId: string
  sessionAlias: string
  owner: string
  skill: string
  versionHash: string
  workdir: string
  env: string
  steps: string
  maxWallTimeSec: number
  state: JobState
  error: string | null
  cancelRequestedAt: string | null
  cancelReason: string | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  network: string
  /** The server that looks after it. */
  nodeId: string | null
}

export const execJobs = table<ExecJobsTable>('exec_jobs', {
  id: 'id',
  projectId: 'project_id',
  sessionId: 'session_id',
  sessionAlias: 'session_alias',
  owner: 'owner',
  skill: 'skill',
  versionHash: 'version_hash',
  workdir: 'workdir',
  env: 'env',
  steps: 'steps',
  maxWallTimeSec: 'max_wall_time_sec',
  state: 'state',
  error: 'error',
  cancelRequestedAt: 'cancel_requested_at',
  cancelReason: 'cancel_reason',
  createdAt: 'created_at',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  network: 'network',
  nodeId: 'node_id',
})
