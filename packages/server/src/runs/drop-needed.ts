import type { Run } from '../domain/run.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { RunsDeps } from './deps.ts'
import { dropSessions } from './sessions.ts'

/** What a run needs only until it ends: the sessions of its engine, and a skill that came with its job. */
export async function dropNeeded(deps: RunsDeps, run: Run): Promise<void> {
  await dropSessions(deps.layout.run(run.id))
  if (run.temporary && !(await keepsSkill(deps, run))) await removeTree(deps.layout.pins(run))
}

/** Somebody wants to look at the skill of a run that has ended. */
export const keepsSkill = async ({ store }: RunsDeps, run: Run): Promise<boolean> =>
  (await store.jobs.ofRun(run.id)).some(({ runtimeOptions }) => runtimeOptions.debug_keep_temp === true)
