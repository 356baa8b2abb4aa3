import type { RuntimeOptions } from '@agent-skill-runner/contract/job.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { sha256 } from '../lib/hash.ts'

/** Everything that can change what a run gives. */
export interface CacheParts {
  readonly skillId: string
  /** Over the whole folder of the skill. */
  readonly skillDigest: string
  readonly engine: string
  /** Null: no CLI takes part. */
  readonly cliVersion: string | null
  readonly model: string | null
  /** As merged for the launch; only those that change what comes out. */
  readonly engineOptions: Readonly<Record<string, unknown>>
  readonly parameter: Readonly<Record<string, unknown>>
  /** Inputs that are files. */
  readonly files: readonly CacheFile[]
  readonly input: Readonly<Record<string, unknown>>
  /** sha256 of the package of a temporary skill. */
  readonly tempPackage: string | null
}

export interface CacheFile {
  readonly path: string
  readonly sha256: string
  readonly size: number
}

/** Two requests with one key can share one result. The order in which files came does not count. */
export function cacheKeyOf(parts: CacheParts): string {
  const files = parts.files.map(({ path, sha256, size }) => ({ path, sha256, size }))
  return sha256(canonicalJson({ ...parts, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) }))
}

/** Whether a job may be answered by an old run, and its own run answer later ones. A conversation never can. */
export const mayShare = ({ execution_mode = 'auto', no_cache = false }: RuntimeOptions): boolean =>
  execution_mode === 'auto' && !no_cache
