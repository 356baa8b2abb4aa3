import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { openRegular } from '../lib/open-regular.ts'

/** More than this nobody needs to go on from, and a child could fill the disk with it. */
const most = { files: 2000, bytes: 256 * 1024 * 1024 }

/**
 * Copies the regular files whose names fit, from a folder that a child could write to. No link is followed: what a child linked may lead
 * anywhere. The folder that they go to is ours, or new.
 */
export async function copyFiles(from: string, to: string, wanted: RegExp, newName = (name: string) => name): Promise<void> {
  const left = { ...most }
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(from, path)
    if (!entry.isFile() || !wanted.test(name)) continue
    const opened = await openRegular(path)
    if (!opened.ok) continue
    await using file = opened.file
    const { size } = await file.stat()
    left.files -= 1
    left.bytes -= size
    if (left.files < 0 || left.bytes < 0)
      throw new Error(`There is more to keep of a session than ${most.files} files or ${most.bytes} bytes`)
    const place = join(to, newName(name))
    await mkdir(dirname(place), { recursive: true, mode: 0o755 })
    await writeFile(place, await file.readFile())
  }
}
