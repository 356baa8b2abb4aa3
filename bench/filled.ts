import { cpSync, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type * as fill from './fill.ts'
import type { TreeBench } from './measurements.ts'
import { dataOf } from './server.ts'

/**
 * A folder for a server that has this many finished runs already. They are written by the tree that will open them, since another one
 * may have other tables; and once for all turns, since a hundred thousand take minutes.
 */
export async function filledFolder({ place, subject }: TreeBench, runs: number): Promise<string> {
  const kept = join(place.folder, `filled-${runs}-${encodeURIComponent(subject.root)}`)
  if (!existsSync(kept)) {
    const filling = place.fresh()
    const { fillStore }: typeof fill = await import(join(subject.root, 'bench/fill.ts'))
    await fillStore(dataOf(filling), runs)
    renameSync(filling, kept)
  }
  const folder = place.fresh()
  cpSync(kept, folder, { recursive: true })
  return folder
}
