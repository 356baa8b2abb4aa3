import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'

/** Makes the folders of a path below one that is there. Whoever the child is may enter them, whatever the umask of the server. */
export async function makeFolder(root: string, path: string): Promise<void> {
  const parts = path === '.' ? [] : path.split('/')
  for (let length = 1; length <= parts.length; length++) {
    const folder = join(root, ...parts.slice(0, length))
    const made = await mkdir(folder).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === 'EEXIST') return false
        throw error
      },
    )
    if (made) await chmod(folder, 0o755)
  }
}
