import type { RuntimeOptions } from '@agent-skill-runner/contract/job.ts'
import type { Instant, JobId, RunId } from './run.ts'

/** What a client asked for. A run answers it; several jobs may share one run. */
export interface Job {
  readonly id: JobId
  readonly projectId: string
  readonly principal: string
  readonly runId: RunId
  readonly skillId: string
  readonly cacheHit: boolean
  readonly runtimeOptions: RuntimeOptions
  readonly createdAt: Instant
}

/** Who asks, and what they may do. */
export interface Principal {
  readonly name: string
  readonly projectId: string
  readonly scopes: readonly ('read' | 'run' | 'admin')[]
}
