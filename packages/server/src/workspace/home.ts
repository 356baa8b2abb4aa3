import { lchown, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Identity } from '../domain/launch.ts'

export interface HomeFile {
  /** Below the home, with slashes. */
  readonly name: string
  readonly text: string
}

/** Files for a child, in a home that nothing has run in yet: there is nothing in it that could lead elsewhere. */
export async function putFiles(home: string, files: readonly HomeFile[]): Promise<void> {
  for (const { name, text } of files) {
    const path = join(home, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o755 })
    await writeFile(path, text, { mode: 0o600 })
  }
}

/** The whole tree becomes the child's own. Links are changed themselves, not what they point to. */
export async function handOver(folder: string, identity: Identity | null): Promise<void> {
  if (identity === null) return
  await lchown(folder, identity.uid, identity.gid)
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  await Promise.all(entries.map(({ parentPath, name }) => lchown(join(parentPath, name), identity.uid, identity.gid)))
}
