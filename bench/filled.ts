import { join } from 'node:path'
import type * as fill from './fill.ts'
import type { Tree } from './subject.ts'

/** A database is filled by the tree that will open it: another one may have other tables. */
export async function fillStoreOf(tree: Tree, data: string, runs: number): Promise<void> {
  const { fillStore }: typeof fill = await import(join(tree.root, 'bench/fill.ts'))
  await fillStore(data, runs)
}
