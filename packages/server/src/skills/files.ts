import type { Stats } from 'node:fs'
import { lstat, readdir, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type Opened, openRegular } from '../lib/open-regular.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { codeOf } from '../lib/thrown.ts'

/** What lies in a skill folder. A link is kept as a link, and only when it leads to something inside. */
export type SkillFile =
  | { readonly kind: 'file'; readonly path: string; readonly executable: boolean; readonly size: number }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }

export interface Listing {
  /** The real path of the folder. */
  readonly root: string
  /** Sorted by path. */
  readonly files: readonly SkillFile[]
  readonly folders: readonly string[]
  readonly problems: readonly string[]
}

export const limits = { files: 2000, bytes: 200 * 1024 * 1024, depth: 16 } as const

// Not part of a skill, wherever it came from: the digest and the copy leave them out too.
const ignored = new Set(['.git', '.DS_Store', '__MACOSX'])

/** Everything in a skill folder, or why it cannot be taken as one. It stops at the limits, so a huge folder costs no more than a large one. */
export async function listFiles(folder: string): Promise<Listing> {
  const walk: Walk = { root: await realpath(folder), files: [], folders: [''], problems: [], bytes: 0 }
  // `folders` grows while we go through it.
  for (const at of walk.folders) {
    await visit(walk, at)
    if (isTooMuch(walk)) break
  }
  const { root, folders, problems } = walk
  return { root, folders, problems, files: walk.files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}

interface Walk {
  readonly root: string
  readonly files: SkillFile[]
  readonly folders: string[]
  readonly problems: string[]
  bytes: number
}

async function visit(walk: Walk, at: string): Promise<void> {
  for (const name of await readdir(join(walk.root, at))) {
    if (ignored.has(name)) continue
    const path = at ? `${at}/${name}` : name
    if (pathProblem(path) || /[\p{Cc}\ufffd]/u.test(path)) walk.problems.push(`${JSON.stringify(path)} is not an allowed name.`)
    else await add(walk, path)
    if (isTooMuch(walk)) return
  }
}

async function add(walk: Walk, path: string): Promise<void> {
  const stats = await lstat(join(walk.root, path)).catch(vanished)
  if (stats?.isDirectory()) addFolder(walk, path)
  else if (stats?.isFile()) addFile(walk, path, stats)
  else if (stats?.isSymbolicLink()) await addLink(walk, path)
  else if (stats) walk.problems.push(`${path} is neither a file nor a folder.`)
}

function addFolder(walk: Walk, path: string): void {
  if (path.split('/').length >= limits.depth) walk.problems.push(`${path} is more than ${limits.depth} folders deep.`)
  else walk.folders.push(path)
}

function addFile(walk: Walk, path: string, { mode, size }: Stats): void {
  walk.files.push({ kind: 'file', path, executable: (mode & 0o100) !== 0, size })
  walk.bytes += size
}

async function addLink(walk: Walk, path: string): Promise<void> {
  const target = await readlink(join(walk.root, path))
  const real = await realpath(join(walk.root, path)).catch(() => null)
  const stays = real?.startsWith(`${walk.root}/`) && !target.startsWith('/')
  if (stays) walk.files.push({ kind: 'link', path, target })
  else walk.problems.push(`${path} is a link that ${real ? 'leads out of the skill' : 'leads nowhere'}.`)
}

function isTooMuch(walk: Walk): boolean {
  const problem = tooMuch(walk)
  if (problem && !walk.problems.includes(problem)) walk.problems.push(problem)
  return problem !== null
}

function tooMuch({ files, folders, bytes, problems }: Walk): string | null {
  if (files.length > limits.files || folders.length > limits.files) return `It holds more than ${limits.files} files or folders.`
  if (bytes > limits.bytes) return `Its files hold more than ${limits.bytes / 1024 / 1024} MiB.`
  return problems.length > 100 ? 'There is more; these are the first 100 problems.' : null
}

function vanished(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

/** Opens a listed file; a link is followed once more, and only inside. The caller closes it. */
export async function openListed(root: string, { kind, path }: SkillFile): Promise<Opened> {
  if (kind === 'file') return openRegular(join(root, path))
  const real = await realpath(join(root, path)).catch(() => null)
  return real?.startsWith(`${root}/`) ? openRegular(real) : { ok: false, why: 'missing' }
}
