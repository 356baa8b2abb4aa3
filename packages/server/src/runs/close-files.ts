import type { Run } from '../domain/run.ts'
import { joinEvents } from '../workspace/join-events.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { RunsDeps } from './deps.ts'
import { dropSessions } from './sessions.ts'

/** The files of a run that has ended: all its events in one, and without what it needed only until now, the sessions of its engine and a skill that came with its job. */
export async function closeFiles(deps: RunsDeps, run: Run): Promise<void> {
  await showAllEvents(deps, run)
  await dropSessions(deps.layout.run(run.id))
  if (run.temporary && !(await keepsSkill(deps, run))) await removeTree(deps.layout.pins(run))
}

/** For people who look; whoever asks the server gets them from the audit. */
const showAllEvents = ({ layout, logger }: RunsDeps, { id, attempt }: Run): Promise<void> =>
  joinEvents(layout.run(id), attempt).catch((error) => logger.warn({ err: error, run_id: id }, 'events could not be joined'))

/** Somebody wants to look at the skill of a run that has ended. */
export const keepsSkill = async ({ store }: RunsDeps, run: Run): Promise<boolean> =>
  (await store.jobs.ofRun(run.id)).some(({ runtimeOptions }) => runtimeOptions.debug_keep_temp === true)
