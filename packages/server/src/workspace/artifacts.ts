import { fstatSync, lstatSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { warningOf } from '../domain/warning.ts'
import { Fault } from '../lib/fault.ts'
import { type Hashed, hashFile } from '../lib/hash-file.ts'
import type { DeclaredArtifact } from '../skills/artifacts.ts'
import { compileGlob } from '../skills/glob.ts'
import type { ArtifactEntry, ManifestEntry } from './manifest.ts'
import { orNull } from './open-folder.ts'
import { openFileInside, openFolderInside } from './safe-path.ts'
import { reasonOf, type Skipped, walkFiles } from './walk-files.ts'
import type { TreeLimits } from './walk-tree.ts'

export interface Collected {
  /** Sorted by path. */
  readonly manifest: readonly ManifestEntry[]
  /** Required patterns that nothing matches. */
  readonly missing: readonly string[]
  readonly warnings: readonly Warning[]
}

export interface ArtifactLimits extends TreeLimits {
  /** Most that is hashed in one go; a sparse file costs its author nothing and us its whole length. */
  readonly bytes: number
}

const defaults: ArtifactLimits = { entries: 10_000, depth: 32, bytes: 2 * 1024 ** 3 }

/** What lies in `artifacts/` of a run, by the contract of its skill. Files that nothing declares are listed as `output`. */
export async function collect(
  runFolder: string,
  declared: readonly DeclaredArtifact[],
  limits: ArtifactLimits = defaults,
): Promise<Collected> {
  const contract = contractOf(declared)
  const { paths, skipped } = await walkFiles(runFolder, 'artifacts', limits)
  const left = { bytes: limits.bytes }
  const manifest: ManifestEntry[] = []
  const unread: Skipped[] = []
  const missing = new Set(contract.filter(({ required }) => required))
  for (const path of paths) {
    const hashed = await hashOf(runFolder, path, left)
    if (typeof hashed === 'string') {
      unread.push({ path, why: hashed })
      continue
    }
    manifest.push({ ...(await entryOf(path, hashed.size, contract)), sha256: hashed.sha256 })
    // File by file, so that nobody waits for thousands of files to be held against every pattern.
    for (const artifact of missing) if (fits(artifact, path)) missing.delete(artifact)
  }
  return {
    manifest,
    missing: [...missing].map(({ pattern }) => `artifacts/${pattern}`),
    warnings: warningsOf([...skipped, ...unread]),
  }
}

/** What lies there so far. Nothing is read: a run that goes on would make us hash its files again for everyone who asks. */
export async function listSoFar(
  runFolder: string,
  declared: readonly DeclaredArtifact[],
  limits: TreeLimits = defaults,
): Promise<ArtifactEntry[]> {
  const contract = contractOf(declared)
  const { paths } = await walkFiles(runFolder, 'artifacts', limits)
  const entries: ArtifactEntry[] = []
  for (const [folder, inIt] of Map.groupBy(paths, (path) => dirname(path))) {
    using opened = openFolderInside(runFolder, folder)
    for (const path of opened ? inIt : []) {
      const kind = opened && orNull(() => lstatSync(opened.place(basename(path))))
      if (kind?.isFile()) entries.push({ ...(await entryOf(path, kind.size, contract)), sha256: null })
    }
  }
  return entries
}

type Contracted = DeclaredArtifact & { readonly glob: ReturnType<typeof compileGlob> }

const contractOf = (declared: readonly DeclaredArtifact[]): Contracted[] =>
  declared.map((artifact) => ({ ...artifact, glob: compileGlob(artifact.pattern) }))

const fits = ({ glob }: Contracted, path: string): boolean => glob.ok && glob.matches(path.slice('artifacts/'.length))

/** Which role a file has by the contract of the skill, by its path in the run folder. */
export function rolesOf(declared: readonly DeclaredArtifact[]): (path: string) => string {
  const contract = contractOf(declared)
  const declaredAs = (path: string) => contract.find((artifact) => fits(artifact, path))?.role ?? 'output'
  return (path) => (path.startsWith('artifacts/') ? declaredAs(path) : 'result')
}

async function hashOf(runFolder: string, path: string, left: { bytes: number }): Promise<Hashed | string> {
  try {
    using file = openFileInside(runFolder, path)
    if (!file) return 'it is gone, or may not be read'
    const before = fstatSync(file.fd, { bigint: true })
    const hashed = before.size <= left.bytes ? await hashFile(file.fd, left.bytes) : null
    if (!hashed) return 'it is too large to be listed'
    left.bytes -= hashed.size
    const after = fstatSync(file.fd, { bigint: true })
    // Something that outlived the run may still write: a digest of half of this and half of that belongs to no file.
    const isSame = before.ctimeNs === after.ctimeNs && before.size === after.size && after.size === BigInt(hashed.size)
    return isSame ? hashed : 'it was changed while it was read'
  } catch (error) {
    return error instanceof Fault ? 'it is not a regular file' : reasonOf(error)
  }
}

async function entryOf(path: string, size: number, contract: readonly Contracted[]): Promise<Omit<ManifestEntry, 'sha256'>> {
  const declared = contract.find((artifact) => fits(artifact, path))
  return {
    role: declared?.role ?? 'output',
    path_rel: path,
    filename: basename(path),
    mime: declared?.mime ?? (await mimeOf(path)),
    size,
    required: declared?.required ?? false,
  }
}

/** Loaded when the first artifact needs it: the table of types is large. */
export async function mimeOf(path: string): Promise<string> {
  const { lookup } = (await import('mime-types')).default
  return lookup(basename(path)) || 'application/octet-stream'
}

const mostWarnings = 20

function warningsOf(skipped: readonly Skipped[]): Warning[] {
  const more = skipped.length - mostWarnings
  const warnings = skipped
    .slice(0, mostWarnings)
    .map(({ path, why }) => warning(`${JSON.stringify(path)} is not listed: ${why}.`, { path, why }))
  return more > 0 ? [...warnings, warning(`${more} more are not listed.`, { more })] : warnings
}

const warning = (message: string, details: object): Warning => warningOf('ARTIFACT_SKIPPED', message, details)
