import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { fileAt } from './given-values.ts'
import { UsageError } from './words.ts'

export const folderHelp = 'SKILL.md alone is enough. A folder is zipped without .git, .DS_Store and __MACOSX.'

export const nothingAt = (path: string): string => `There is no file or folder ${path} here`

/** A package as it is sent: a zip as it is, a folder as a zip with that folder at its top. */
export async function packageAt(path: string): Promise<Blob> {
  const found = await stat(path).catch((error: unknown) => {
    throw new UsageError(codeOf(error) === 'ENOENT' ? nothingAt(path) : `${path} cannot be read: ${messageOf(error)}`)
  })
  return found.isDirectory() ? zipOf(resolve(path)) : fileAt(path)
}

/** A folder contains something that a package cannot contain. */
export class NoPackageError extends UsageError {
  readonly entry: string

  constructor(entry: string, kind: string) {
    super(`${entry} is ${kind}; a package contains only files and folders`)
    this.entry = entry
  }
}

/** What systems and tools leave in folders, and no skill means. */
const leftOut: readonly string[] = ['.git', '.DS_Store', '__MACOSX']

async function zipOf(folder: string): Promise<Blob> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  await addAll(zip, folder, basename(folder))
  return ended(zip)
}

async function ended(zip: { end(): void; readonly outputStream: NodeJS.ReadableStream }): Promise<Blob> {
  zip.end()
  return new Blob([new Uint8Array(await buffer(zip.outputStream))], { type: 'application/zip' })
}

/** Files by their names, as one zip. */
export async function zipOfFiles(files: Readonly<Record<string, Blob>>): Promise<Blob> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(await content.arrayBuffer()), name)
  return ended(zip)
}

interface Zip {
  addBuffer(bytes: Buffer, name: string, options: { readonly mtime: Date; readonly mode: number }): void
  addEmptyDirectory(name: string): void
}

async function addAll(zip: Zip, folder: string, name: string): Promise<void> {
  const all = await readable(folder, readdir(folder, { withFileTypes: true }))
  const entries = all.filter((entry) => !leftOut.includes(entry.name))
  if (entries.length === 0) zip.addEmptyDirectory(name)
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const [path, inside] = [join(folder, entry.name), `${name}/${entry.name}`]
    if (entry.isDirectory()) await addAll(zip, path, inside)
    else if (entry.isFile() || (await leadsToOwnFile(path, folderOf(folder, name)))) await addOne(zip, path, inside)
    else throw new NoPackageError(inside, entry.isSymbolicLink() ? 'a link' : 'not a file or folder')
  }
}

/** The folder of the skill itself, which is the first part of every name. */
const folderOf = (folder: string, name: string): string =>
  join(
    folder,
    ...name
      .split('/')
      .slice(1)
      .map(() => '..'),
  )

/** A link to another file of the skill is sent as that file. To follow any other would send files of this machine. */
async function leadsToOwnFile(path: string, skill: string): Promise<boolean> {
  const [target, root] = await Promise.all([realpath(path).catch(() => null), realpath(skill)])
  return target?.startsWith(`${root}${sep}`) === true && (await stat(target)).isFile()
}

/** Read here: the zip is in memory anyway, and an unreadable file is reported by its name. */
async function addOne(zip: Zip, path: string, inside: string): Promise<void> {
  const [{ mtime, mode }, bytes] = await readable(path, Promise.all([stat(path), readFile(path)]))
  zip.addBuffer(bytes, inside, { mtime, mode })
}

async function readable<T>(path: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}`)
  }
}
