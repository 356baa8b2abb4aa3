import { randomBytes } from 'node:crypto'
import { type FileHandle, lstat, opendir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { warningOf } from '../domain/warning.ts'
import { type Mask, maskOf } from '../lib/mask.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { codeOf } from '../lib/thrown.ts'
import type { RunLayout } from './layout.ts'
import { type Budget, maskFile } from './mask-file.ts'
import { nameIn, openFolderInside } from './safe-path.ts'

/** As much as a bundle may hold. A sparse file costs its author nothing and us its whole length. */
const mostBytes = 4 * 1024 ** 3

/** The folders that a child writes to; the result first, since it counts most. */
const folders = ['result', 'artifacts', 'tmp']

/**
 * Stars over the secrets in the files that a child left, and letters over those in their names. What cannot be searched goes: it
 * might be shown otherwise. Everything in here is the child's, so no link is followed on the way.
 */
export async function maskFiles(layout: RunLayout, secrets: readonly string[], most = mostBytes): Promise<Warning[]> {
  if (secrets.length === 0) return []
  const search: Search = {
    root: layout.root,
    mask: maskOf(secrets),
    budget: { bytes: most },
    folders: [...folders],
    masked: [],
    renamed: [],
    removed: [],
  }
  // `folders` grows while we go through it.
  for (const folder of search.folders) await visit(search, folder)
  return told(search)
}

interface Search {
  readonly root: string
  readonly mask: Mask
  readonly budget: Budget
  readonly folders: string[]
  /** Paths as they are now. */
  readonly masked: string[]
  readonly renamed: string[]
  readonly removed: string[]
}

/** What we may not look into nobody can be shown. */
async function visit(search: Search, at: string): Promise<void> {
  await using folder = await openFolderInside(search.root, at)
  if (!folder) return
  const place = placeOf(search, folder, at)
  // Byte for byte: not all that a child may call a file is text.
  for await (const entry of await opendir(place, { encoding: 'latin1' })) {
    const name = await safeName(search, folder, at, Buffer.from(entry.name, 'latin1'))
    const path = `${at}/${name}`
    // Nobody can ask for a file of such a name.
    if (pathProblem(path) || path.includes('\ufffd')) continue
    if (entry.isDirectory()) search.folders.push(path)
    else if (entry.isFile()) await visitFile(search, folder, path, `${place}/${name}`)
  }
}

/** The opened folder by a path that nobody can lead elsewhere. */
const placeOf = ({ root }: Search, folder: FileHandle, at: string): string => nameIn(folder, join(root, at), '.')

async function visitFile({ root, mask, budget, masked, removed }: Search, folder: FileHandle, path: string, place: string) {
  const outcome = await maskFile({ ourFolder: root, folder, place }, mask, budget)
  if (outcome === 'masked') masked.push(path)
  if (outcome === 'removed') removed.push(path)
}

/** The name of an entry once it holds no secret, and none with the folders before it. */
async function safeName(search: Search, folder: FileHandle, at: string, name: Buffer): Promise<string> {
  const before = Buffer.from(`${at}/`)
  const shown = search.mask.cover(Buffer.concat([before, name])).subarray(before.length)
  if (shown.equals(name)) return name.toString()
  const place = (named: Buffer) => Buffer.concat([Buffer.from(`${placeOf(search, folder, at)}/`), named])
  await folder.chmod(0o755)
  const free = await freeName(Buffer.from(name.map((byte, index) => (byte === shown[index] ? byte : letter))), place)
  await rename(place(name), place(free))
  search.renamed.push(`${at}/${free}`)
  return free.toString()
}

/** Stars mean something to shells, and some systems have no files with them. */
const letter = 'x'.charCodeAt(0)

/** Two secrets of the same length give the same letters. */
async function freeName(name: Buffer, place: (name: Buffer) => Buffer): Promise<Buffer> {
  const isTaken = await lstat(place(name)).then(() => true, isNotThere)
  return isTaken ? Buffer.concat([name.subarray(0, longestName - 9), Buffer.from(`-${randomBytes(4).toString('hex')}`)]) : name
}

/** Of one part of a path, in bytes. */
const longestName = 255

function isNotThere(error: unknown): false {
  if (codeOf(error) === 'ENOENT') return false
  throw error
}

const mostNamed = 20

function told({ masked: files, renamed, removed }: Search): Warning[] {
  const sentences = [
    ...about(files, 'Secrets of the server were covered in these files'),
    ...about(renamed, 'These had a secret in their name'),
    ...about(removed, 'These could not be searched for secrets and were removed'),
  ]
  if (sentences.length === 0) return []
  const first = (paths: readonly string[]) => paths.slice(0, mostNamed)
  const details = { masked: first(files), renamed: first(renamed), removed: first(removed) }
  return [warningOf('SECRET_MASKED', sentences.join(' '), details)]
}

function about(paths: readonly string[], what: string): string[] {
  if (paths.length === 0) return []
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : ''
  const named = paths.slice(0, mostNamed).map((path) => JSON.stringify(path))
  return [`${what}: ${named.join(', ')}${more}.`]
}
