import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isTerminal } from '../domain/run.ts'
import { dropOlderSessions } from '../runs/sessions.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { UpkeepDeps } from './deps.ts'

/** Sessions that nobody can go on with any more: of runs that have ended or are gone, and of turns before the last one. */
export async function sweepSessions({ layout, store, logger }: UpkeepDeps): Promise<void> {
  for (const id of await readdir(layout.sessions)) {
    const run = await store.runs.get(id)
    const sweep = !run || isTerminal(run.state) ? removeTree(join(layout.sessions, id)) : dropOlder(run.state, run.attempt, id)
    await sweep.catch((error) => logger.warn({ err: error, run_id: id }, 'cannot delete an old session'))
  }

  /** An attempt that is under way or about to begin goes on with the one before it. */
  function dropOlder(state: string, attempt: number, id: string): Promise<void> {
    return dropOlderSessions(layout.run(id), state === 'running' ? attempt - 1 : attempt)
  }
}
