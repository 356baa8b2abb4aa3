import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunLayout } from './layout.ts'
import { readManifest } from './manifest.ts'

/** Whether result and artifacts of a run are all still there: somebody may have tidied its folder by hand. */
export async function isRunWhole(layout: RunLayout): Promise<boolean> {
  try {
    const [entries, result] = await Promise.all([readManifest(layout.root), lstat(layout.resultFile)])
    if (!entries || !result.isFile()) return false
    const files = await Promise.all(entries.map(({ path_rel }) => lstat(join(layout.root, path_rel))))
    return files.every((file, index) => file.isFile() && file.size === entries[index]?.size)
  } catch {
    return false
  }
}
