import { randomBytes } from 'node:crypto'
import { fchmodSync, lstatSync, renameSync } from 'node:fs'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { warningOf } from '../domain/warning.ts'
import { type Mask, maskOf } from '../lib/mask.ts'
import { isRefusal } from '../lib/thrown.ts'
import { isPrivate } from './bundle.ts'
import type { RunLayout } from './layout.ts'
import { type Budget, maskFile } from './mask-file.ts'
import type { OpenFolder } from './open-folder.ts'
import { nameProblem } from './walk-files.ts'
import { type TreeEntry, walkTree } from './walk-tree.ts'

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
 * might be shown otherwise. Everything in here is the child's, and what we may not look into nobody can be shown.
 */
export async function maskFiles(layout: RunLayout, secrets: readonly string[], most = mostBytes): Promise<Warning[]> {
  if (secrets.length === 0) return []
  const search: Search = {
    root: layout.root,
    mask: maskOf(secrets),
    budget: { bytes: most },
    masked: [],
    renamed: [],
    removed: [],
  }
  await walkTree(
    layout.root,
    { limits: noLimits, levelsFrom: folders, encoding: 'latin1' },
    {
      isPassedOver: isNotTheirs,
      visit: (entry) => visit(search, entry),
      refused: unlessRefused,
    },
  ).catch((error: unknown) => unlessRefused('', error))
  return told(search)
}

/** The bytes are limited: of names there can be any number, and one that is left out would be shown. */
const noLimits = { entries: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY }

interface Search {
  readonly root: string
  readonly mask: Mask
  readonly budget: Budget
  /** Paths as they are now. */
  readonly masked: string[]
  readonly renamed: string[]
  readonly removed: string[]
}

async function visit(search: Search, { path: read, name, kind, folder }: TreeEntry): Promise<string | null> {
  const before = read.slice(0, read.length - name.length)
  const safe = safeName(search, folder, before, Buffer.from(name, 'latin1'))
  const path = `${before}${safe}`
  // Nobody can ask for a file of such a name.
  if (nameProblem(path)) return null
  if (kind === 'file') {
    const target = { ourFolder: search.root, folder, place: folder.place(safe) }
    const outcome = await maskFile(target, search.mask, search.budget)
    if (outcome === 'masked') search.masked.push(path)
    if (outcome === 'removed') search.removed.push(path)
  }
  return kind === 'folder' ? path : null
}

/** The name of an entry once it holds no secret, and none with the folders before it. */
function safeName(search: Search, folder: OpenFolder, before: string, name: Buffer): string {
  const ahead = Buffer.from(before)
  const shown = search.mask.cover(Buffer.concat([ahead, name])).subarray(ahead.length)
  if (shown.equals(name)) return name.toString()
  const place = (named: Buffer) => Buffer.concat([Buffer.from(folder.place('')), named])
  fchmodSync(folder.fd, 0o755)
  const free = freeName(Buffer.from(name.map((byte, index) => (byte === shown[index] ? byte : letter))), place)
  renameSync(place(name), place(free))
  search.renamed.push(`${before}${free}`)
  return free.toString()
}

/** Stars mean something to shells, and some systems have no files with them. */
const letter = 'x'.charCodeAt(0)

/** Two secrets of the same length give the same letters. */
function freeName(name: Buffer, place: (name: Buffer) => Buffer): Buffer {
  const isTaken = lstatSync(place(name), { throwIfNoEntry: false }) !== undefined
  return isTaken ? Buffer.concat([name.subarray(0, longestName - 9), Buffer.from(`-${randomBytes(4).toString('hex')}`)]) : name
}

/** Of one part of a path, in bytes. */
const longestName = 255

function unlessRefused(_path: string, error: unknown): void {
  if (!isRefusal(error)) throw error
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
