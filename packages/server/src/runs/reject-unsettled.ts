import type { RunId } from '../domain/run.ts'
import { rejectResult } from '../workspace/result.ts'
import type { RunsDeps } from './deps.ts'

/** What a run that ends unjudged left where results lie is none. It ends in any case. */
export async function rejectUnsettled({ layout, logger }: RunsDeps, run: RunId): Promise<void> {
  await rejectResult(layout.run(run)).catch((error) =>
    logger.warn({ err: error, run_id: run }, 'cannot move an invalid result out of the result folder'),
  )
}
