import type { PendingInteraction } from '@agent-skill-runner/contract/conversation.ts'
import type { FcmpEvent } from '@agent-skill-runner/contract/fcmp.ts'
import type { Job, JobResult } from '@agent-skill-runner/contract/job.ts'
import type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import type { KnownJob } from './ledger.ts'
import type { RoundPlan } from './plan.ts'
import type { InteractionRow, RunAndQuestions, RunRow } from './rows.ts'

/** Everything there is to say about one job after a restart: what the client knows, and what the server tells. Plain data, so that checks are pure. */
export interface Story {
  readonly known: KnownJob
  /** The run as the dead server left it, and its questions; null: it came after that. */
  readonly before: RunAndQuestions | null
  /** Attempts of which a process was killed. */
  readonly killed: ReadonlySet<number>
  /** The longest time that Postgres was away. */
  readonly outageMs: number
  readonly restart: Pick<RoundPlan, 'queuedPolicy' | 'diesStartingAfterMs'>
  readonly job: Job
  readonly run: RunRow
  readonly interactions: readonly InteractionRow[]
  readonly rasp: readonly RaspEvent[]
  readonly fcmp: readonly FcmpEvent[]
  /** Null: it has not ended. */
  readonly result: JobResult | null
  /** Null: it has none. */
  readonly receipt: ToldReceipt | null
  readonly pending: PendingInteraction | null
  /** What lies in the folders of its replies: texts by name, by interaction. */
  readonly replyFiles: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** What a receipt says, and whether that is so. */
export interface ToldReceipt {
  readonly run_id: string
  readonly state: string
  readonly error_code: string | null
  readonly isSigned: boolean
  /** Files that hold something else than it says. */
  readonly changed: readonly string[]
}

/** What is wrong, in sentences; empty: nothing. */
export type Complaints = readonly string[]
