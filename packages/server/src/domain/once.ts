import { canonicalJson } from '../lib/canonical-json.ts'
import { sha256 } from '../lib/hash.ts'
import type { CacheFile } from './cache-key.ts'
import type { Principal } from './job.ts'
import type { JobId, RunState } from './run.ts'

/** A request that its caller may repeat without it happening twice. */
export interface Once {
  readonly projectId: string
  readonly principal: string
  /** The caller's own name for it. */
  readonly key: string
  /** What exactly was asked: under one key nothing else can be. */
  readonly fingerprint: string
}

/** What the caller was told the first time; whoever repeats the request is told the same. */
export interface FirstAnswer {
  readonly jobId: JobId
  readonly cacheHit: boolean
  readonly status: RunState
  /** The caller had waited for the end, so that the answer held the result. */
  readonly hasResult: boolean
}

/** How long a key is remembered. */
export const rememberedMs = 24 * 60 * 60 * 1000

export interface Asked {
  /** Names the operation, and the job it is about where there is one. */
  readonly operation: string
  readonly body: unknown
  readonly files?: readonly CacheFile[]
}

/** Null: the caller gave no key, and takes the risk. */
export function onceOf({ projectId, name }: Principal, key: string | undefined, asked: Asked): Once | null {
  if (key === undefined) return null
  return { projectId, principal: name, key, fingerprint: sha256(canonicalJson({ files: [], ...asked })) }
}
