import type { Run } from '../domain/run.ts'
import { joinEvents } from '../workspace/join-events.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { RunsDeps } from './deps.ts'
import { dropSessions } from './sessions.ts'
import { takeReplies } from './take-replies.ts'

/** The files of a run that has ended: all its events in one, and without what it needed only until now: its temporary files, the sessions of its engine and a skill that came with its job. */
export async function closeFiles(deps: RunsDeps, run: Run): Promise<void> {
  await takeLeftReplies(deps, run)
  await showAllEvents(deps, run)
  await removeTree(deps.layout.run(run.id).tmp)
  await dropSessions(deps.layout.run(run.id))
  if (run.temporary && !(await keepsSkill(deps, run))) await removeTree(deps.layout.tempSkill(run.id))
}

/** Where that fails the sweep does it later, and the rest goes now. */
const takeLeftReplies = (deps: RunsDeps, run: Run): Promise<void> =>
  takeReplies(deps, run).catch((error) => deps.logger.warn({ err: error, run_id: run.id }, 'cannot take the files of replies'))

/** For people who read the folder; the API reads the audit files. */
const showAllEvents = ({ layout, logger }: RunsDeps, { id, attempt }: Run): Promise<void> =>
  joinEvents(layout.run(id), attempt).catch((error) => logger.warn({ err: error, run_id: id }, 'cannot write events.jsonl'))

/** Whether a job asked to keep the temporary skill of the run. */
export const keepsSkill = async ({ store }: RunsDeps, run: Run): Promise<boolean> =>
  (await store.jobs.ofRun(run.id)).some(({ runtimeOptions }) => runtimeOptions.debug_keep_temp === true)
