import type { JobId, RunId } from '../domain/run.ts'
import type { Turns } from '../lib/turns.ts'

/** Locks for what must not happen twice at once to the same run or job. */
export interface InTurn {
  /** Either a person or the timeout answers a question, and only the files of that answer are in the folder of the run. */
  readonly replies: Turns<RunId>
  /** Uploads to one job may arrive together. Their last steps run one after the other, so that one wins and files are not mixed. */
  readonly uploads: Turns<JobId>
}
