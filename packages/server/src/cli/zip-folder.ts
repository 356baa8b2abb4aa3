import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { messageOf } from '../lib/thrown.ts'
import { fileAt } from './given-values.ts'
import { UsageError } from './words.ts'

/** A package as it is sent: a zip as it is, a folder as a zip with that folder at its top. */
export async function packageAt(path: string): Promise<Blob> {
  const found = await stat(path).catch((error: unknown) => {
    throw new UsageError(messageOf(error))
  })
  return found.isDirectory() ? zipOf(resolve(path)) : fileAt(path)
}

/** What systems and tools leave in folders, and no skill means. */
const leftOut: readonly string[] = ['.git', '.DS_Store', '__MACOSX']

async function zipOf(folder: string): Promise<Blob> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  await addAll(zip, folder, basename(folder))
  zip.end()
  return new Blob([new Uint8Array(await buffer(zip.outputStream))], { type: 'application/zip' })
}

type Zip = { addFile(path: string, name: string): void; addEmptyDirectory(name: string): void }

async function addAll(zip: Zip, folder: string, name: string): Promise<void> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => !leftOut.includes(entry.name))
  if (entries.length === 0) zip.addEmptyDirectory(name)
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const [path, inside] = [join(folder, entry.name), `${name}/${entry.name}`]
    if (entry.isDirectory()) await addAll(zip, path, inside)
    else if (entry.isFile()) zip.addFile(path, inside)
    // Followed, a link would send what lies elsewhere on this machine.
    else throw new UsageError(`${path} is neither a file nor a folder, and packages hold nothing else`)
  }
}
