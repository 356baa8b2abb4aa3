import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isTerminal } from '../domain/run.ts'
import { dropOlderSessions } from '../runs/sessions.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { UpkeepDeps } from './deps.ts'

/** Deletes sessions that cannot be resumed any more: of runs that have ended or were deleted, and of turns before the last one. */
export async function sweepSessions({ layout, store, logger }: UpkeepDeps): Promise<void> {
  for (const id of await readdir(layout.sessions)) {
    const run = await store.runs.get(id)
    const sweep = !run || isTerminal(run.state) ? removeTree(join(layout.sessions, id)) : dropOlder(run.state, run.attempt, id)
    await sweep.catch((error) => logger.warn({ err: error, run_id: id }, 'cannot delete an old session'))
  }

  /** A running or queued attempt resumes the session of the attempt before it. */
  function dropOlder(state: string, attempt: number, id: string): Promise<void> {
    return dropOlderSessions(layout.run(id), state === 'running' ? attempt - 1 : attempt)
  }
}
