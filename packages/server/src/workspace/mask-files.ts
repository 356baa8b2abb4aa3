import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, opendir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { warningOf } from '../domain/warning.ts'
import { inParallel } from '../lib/in-parallel.ts'
import { type Mask, maskOf } from '../lib/mask.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { codeOf, isRefusal } from '../lib/thrown.ts'
import { isPrivate } from './bundle.ts'
import type { RunLayout } from './layout.ts'
import { type Budget, maskFile, type Target } from './mask-file.ts'
import { nameIn, openFolderInside } from './safe-path.ts'

/** As much as a bundle may hold. A sparse file costs its author nothing and us its whole length. */
const mostBytes = 4 * 1024 ** 3

/** The folders that a child writes to; the result first, since it counts most. Without a sandbox it also writes beside them. */
const folders = ['result', 'artifacts', 'tmp', '']

/** What lies beside them and is ours or was given, and what is in no bundle or tree, nor ever becomes an artifact. */
const isNotTheirs = (path: string): boolean =>
  /^(\.audit|logs|raw|uploads|replies|given|result|artifacts|tmp)$/.test(path) ||
  /^((input|skill|manifest|input_manifest)\.json|prompt\.txt)$/.test(path) ||
  (path.startsWith('.') && isPrivate(path))

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
  await using folder = await (at === '' ? open(search.root, folderFlags).catch(refused) : openFolderInside(search.root, at))
  if (!folder) return
  const place = placeOf(search, folder, at)
  const before = at === '' ? '' : `${at}/`
  const target = (name: string): Target => ({ ourFolder: search.root, folder, place: `${place}/${name}` })
  const files: string[] = []
  const visitFiles = () => visitAll(search, before, files.splice(0), target)
  // Byte for byte: not all that a child may call a file is text.
  for await (const entry of await opendir(place, { encoding: 'latin1' })) {
    if (isNotTheirs(`${before}${entry.name}`)) continue
    const name = await safeName(search, folder, before, Buffer.from(entry.name, 'latin1'))
    const path = `${before}${name}`
    // Nobody can ask for a file of such a name.
    if (pathProblem(path) || path.includes('\ufffd')) continue
    if (entry.isDirectory()) search.folders.push(path)
    else if (entry.isFile()) files.push(name)
    if (files.length >= mostNames) await visitFiles()
  }
  await visitFiles()
}

async function visitAll({ mask, budget, masked, removed }: Search, before: string, names: string[], target: TargetOf) {
  const outcomes = await inParallel(names, (name) => visitFile(target(name), mask, budget))
  for (const [index, name] of names.entries()) {
    if (outcomes[index] === 'masked') masked.push(`${before}${name}`)
    if (outcomes[index] === 'removed') removed.push(`${before}${name}`)
  }
}

type TargetOf = (name: string) => Target

/** A child makes thousands of empty ones in no time. */
async function visitFile(target: Target, mask: Mask, budget: Budget) {
  const entry = await lstat(target.place).catch(refused)
  return entry?.size === 0 ? 'clean' : maskFile(target, mask, budget)
}

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** So many are held in memory. */
const mostNames = 1000

/** The opened folder by a path that nobody can lead elsewhere. */
const placeOf = ({ root }: Search, folder: FileHandle, at: string): string => nameIn(folder, join(root, at), '.')

/** The name of an entry once it holds no secret, and none with the folders before it. */
async function safeName(search: Search, folder: FileHandle, before: string, name: Buffer): Promise<string> {
  const ahead = Buffer.from(before)
  const shown = search.mask.cover(Buffer.concat([ahead, name])).subarray(ahead.length)
  if (shown.equals(name)) return name.toString()
  const place = (named: Buffer) => Buffer.concat([Buffer.from(`${placeOf(search, folder, before)}/`), named])
  await folder.chmod(0o755)
  const free = await freeName(Buffer.from(name.map((byte, index) => (byte === shown[index] ? byte : letter))), place)
  await rename(place(name), place(free))
  search.renamed.push(`${before}${free}`)
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

function refused(error: unknown): null {
  if (isRefusal(error)) return null
  throw error
}

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
