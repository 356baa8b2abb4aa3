import { lstat, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ZipFile } from 'yazl'

/** Of a link, as archives write it. */
const linkMode = 0o120777

/** Everything in a folder as a zip, with modes and links as they are. */
export async function zipFolder(folder: string): Promise<Buffer> {
  const { ZipFile } = (await import('yazl')).default
  const zip = new ZipFile()
  await addAll(zip, folder, '')
  zip.end()
  return buffer(zip.outputStream)
}

async function addAll(zip: ZipFile, folder: string, inside: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const [path, name] = [join(folder, entry.name), `${inside}${entry.name}`]
    const { mode, mtime } = await lstat(path)
    if (entry.isDirectory()) {
      zip.addEmptyDirectory(name, { mode, mtime })
      await addAll(zip, path, `${name}/`)
    } else if (entry.isSymbolicLink()) zip.addBuffer(Buffer.from(await readlink(path)), name, { mode: linkMode, mtime })
    else if (entry.isFile()) zip.addFile(path, name, { mode, mtime })
  }
}
