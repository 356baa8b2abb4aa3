import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Mount } from '../domain/launch.ts'
import type { HomeFile } from './home.ts'
import { removeTree } from './remove-tree.ts'
import { placeFile } from './replace-file.ts'

/**
 * Files of ours that an engine looks for in its workspace, each below a folder of its own. The folder is made anew: without a sandbox an
 * earlier attempt may have left a link there.
 */
export async function showFiles(root: string, workspace: string, files: readonly HomeFile[]): Promise<Mount[]> {
  for (const folder of new Set(files.map(({ name }) => join(root, dirname(name))))) {
    await removeTree(folder)
    mkdirSync(folder, { recursive: true, mode: 0o755 })
  }
  for (const { name, text } of files) await placeFile(root, join(root, name), text)
  return files.map(({ name }) => ({ from: join(root, name), to: `${workspace}/${name}`, access: 'read' }))
}
