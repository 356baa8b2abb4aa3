import type { RuntimeOptions } from '@agent-skill-runner/contract/job.ts'
import type { TempRunCreate } from '@agent-skill-runner/contract/temp-run.ts'
import type { DayLimits } from './budget.ts'
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
  /** Who shares what many want with others: the name of the token, or the address where there are no tokens. */
  readonly caller: string
  readonly projectId: string
  /** Whether it may ask for what belongs to any project; else only for its own. */
  readonly anyProject: boolean
  readonly scopes: readonly ('read' | 'run' | 'admin')[]
  /** What its token is limited to in each project; absent: by its scopes alone. */
  readonly profile?: string
  /** Its token was given to a page; absent: to a program. */
  readonly kind?: 'ui'
  /** What it may use in a day; absent: as much as it wants. */
  readonly dayLimits?: DayLimits
  /** The hash of its token: names are given again. Absent: it needed none. */
  readonly token?: string
}
