import type { JobId, RunId } from '../domain/run.ts'
import type { Turns } from '../lib/turns.ts'

/** What must not happen twice at once to the same run or job. */
export interface InTurn {
  /** A person or the time-out answers a question: one wins, and only the files of that one lie in the folder of the run. */
  readonly replies: Turns<RunId>
  /** Uploads to one job may arrive together; the last step is taken by one after the other, so that one wins and nothing is mixed. */
  readonly uploads: Turns<JobId>
}
