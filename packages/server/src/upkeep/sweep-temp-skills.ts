import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { awaitsUpload, isTerminal, type Run } from '../domain/run.ts'
import { keepsSkill } from '../runs/close-files.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { UpkeepDeps } from './deps.ts'
import { isOlder } from './sweep-uploads.ts'

const hourMs = 60 * 60 * 1000

/** Deletes temporary skills that no run needs any more: the run has ended, was deleted or was never created. */
export async function sweepTempSkills(deps: UpkeepDeps, now?: 'nothing is under way'): Promise<void> {
  for (const id of await readdir(deps.layout.tempSkills)) {
    if (await isNeeded(deps, id, now !== undefined)) continue
    await removeTree(join(deps.layout.tempSkills, id)).catch((error) =>
      deps.logger.warn({ err: error, run_id: id }, 'cannot delete the temporary skill of an old run'),
    )
  }
}

async function isNeeded(deps: UpkeepDeps, id: string, isQuiet: boolean): Promise<boolean> {
  const run: Run | null = await deps.store.runs.get(id)
  // A skill is in place a moment before its run is stored or queued. At the start of the server (`isQuiet`) that moment is over.
  if (run === null) return !isQuiet && !(await isOld(deps, id))
  if (isTerminal(run.state)) return keepsSkill(deps, run)
  return !(isQuiet && awaitsUpload(run))
}

const isOld = ({ layout, clock }: UpkeepDeps, id: string): Promise<boolean> =>
  isOlder(join(layout.tempSkills, id), new Date(clock.now().getTime() - hourMs))
