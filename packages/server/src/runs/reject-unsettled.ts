import type { RunId } from '../domain/run.ts'
import { rejectResult } from '../workspace/result.ts'
import type { RunsDeps } from './deps.ts'

/** Moves an unchecked result out of the result folder. A failure does not stop the end of the run. */
export async function rejectUnsettled({ layout, logger }: RunsDeps, run: RunId): Promise<void> {
  await rejectResult(layout.run(run)).catch((error) =>
    logger.warn({ err: error, run_id: run }, 'cannot move an invalid result out of the result folder'),
  )
}
