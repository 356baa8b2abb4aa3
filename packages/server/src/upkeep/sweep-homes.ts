import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeTree } from '../workspace/remove-tree.ts'
import type { UpkeepDeps } from './deps.ts'
import { isOlder } from './sweep-uploads.ts'

/** Deletes homes that could not be deleted when their attempt ended: they hold copies of sign-ins. Young ones may belong to an attempt that begins. */
export async function sweepHomes({ layout, store, logger }: UpkeepDeps, before: Date): Promise<void> {
  for (const id of await readdir(layout.homes)) {
    const home = join(layout.homes, id)
    if (!(await isOlder(home, before)) || (await store.runs.get(id))?.state === 'running') continue
    await removeTree(home).catch((error) => logger.warn({ err: error, run_id: id }, 'cannot delete an old home'))
  }
}
