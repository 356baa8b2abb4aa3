import type { RuntimeOptions } from '@agent-skill-runner/contract/job.ts'
import type { TempRunCreate } from '@agent-skill-runner/contract/temp-run.ts'
import type { Instant, JobId, RunId } from './run.ts'

/** What a client asked for. A run answers it; several jobs may share one run. */
export interface Job {
  readonly id: JobId
  readonly projectId: string
  readonly principal: string
  readonly runId: RunId
  readonly skillId: string
  readonly cacheHit: boolean
  /** Its skill is not installed: it comes, or came, with the job. */
  readonly temporary: boolean
  readonly runtimeOptions: RuntimeOptions
  readonly createdAt: Instant
}

/** What is asked of a skill, whichever that is and wherever it comes from. */
export type Wish = TempRunCreate

/** Who asks, and what they may do. */
export interface Principal {
  readonly name: string
  readonly projectId: string
  readonly scopes: readonly ('read' | 'run' | 'admin')[]
}
