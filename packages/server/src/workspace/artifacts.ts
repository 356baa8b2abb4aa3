import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { warningOf } from '../domain/warning.ts'
import { Fault } from '../lib/fault.ts'
import { type Hashed, hashFile } from '../lib/hash-file.ts'
import { codeOf } from '../lib/thrown.ts'
import type { DeclaredArtifact } from '../skills/artifacts.ts'
import { compileGlob } from '../skills/glob.ts'
import { replaceFile } from './replace-file.ts'
import { openInside } from './safe-path.ts'
import { type Skipped, type WalkLimits, walkArtifacts } from './walk-artifacts.ts'

/** One row of manifest.json, in the words of the wire. */
export interface ManifestEntry {
  readonly role: string
  readonly path_rel: string
  readonly filename: string
  readonly mime: string
  readonly size: number
  readonly sha256: string
  readonly required: boolean
}

export interface Collected {
  /** Sorted by path. */
  readonly manifest: readonly ManifestEntry[]
  /** Required patterns that nothing matches. */
  readonly missing: readonly string[]
  readonly warnings: readonly Warning[]
}

export interface ArtifactLimits extends WalkLimits {
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
  const { paths, skipped } = await walkArtifacts(join(runFolder, 'artifacts'), limits)
  const contract = declared.map((artifact) => ({ ...artifact, glob: compileGlob(artifact.pattern) }))
  const fits = ({ glob }: Contracted, path: string) => glob.ok && glob.matches(path)
  const left = { bytes: limits.bytes }
  const manifest: ManifestEntry[] = []
  const unread: Skipped[] = []
  for (const path of paths) {
    const hashed = await hashOf(runFolder, path, left)
    if (typeof hashed === 'string') unread.push({ path: `artifacts/${path}`, why: hashed })
    else
      manifest.push(
        await entryOf(
          path,
          hashed,
          contract.find((artifact) => fits(artifact, path)),
        ),
      )
  }
  const listed = manifest.map(({ path_rel }) => path_rel.slice('artifacts/'.length))
  const missing = contract.filter((artifact) => artifact.required && !listed.some((path) => fits(artifact, path)))
  return {
    manifest,
    missing: missing.map(({ pattern }) => `artifacts/${pattern}`),
    warnings: warningsOf([...skipped, ...unread]),
  }
}

type Contracted = DeclaredArtifact & { readonly glob: ReturnType<typeof compileGlob> }

async function hashOf(runFolder: string, path: string, left: { bytes: number }): Promise<Hashed | string> {
  try {
    await using file = await openInside(runFolder, `artifacts/${path}`)
    if (!file) return 'it is gone, or may not be read'
    const { size } = await file.stat()
    const hashed = size <= left.bytes ? await hashFile(file, left.bytes) : null
    left.bytes -= hashed?.size ?? 0
    return hashed ?? 'it is too large to be listed'
  } catch (error) {
    if (error instanceof Fault) return 'it is not a regular file'
    throw error
  }
}

async function entryOf(path: string, { sha256, size }: Hashed, declared: DeclaredArtifact | undefined): Promise<ManifestEntry> {
  return {
    role: declared?.role ?? 'output',
    path_rel: `artifacts/${path}`,
    filename: basename(path),
    mime: declared?.mime ?? (await mimeOf(path)),
    size,
    sha256,
    required: declared?.required ?? false,
  }
}

/** Loaded when the first artifact needs it: the table of types is large. */
async function mimeOf(path: string): Promise<string> {
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

const manifestOf = (runFolder: string): string => join(runFolder, 'manifest.json')

export function writeManifest(runFolder: string, artifacts: readonly ManifestEntry[]): Promise<void> {
  return replaceFile(runFolder, manifestOf(runFolder), JSON.stringify({ artifacts }, null, 2))
}

/** Empty before the artifacts were indexed. */
export async function readManifest(runFolder: string): Promise<readonly ManifestEntry[]> {
  const text = await readFile(manifestOf(runFolder), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '{"artifacts":[]}'
    throw error
  })
  const { artifacts } = JSON.parse(text) as { artifacts: ManifestEntry[] }
  return artifacts
}
