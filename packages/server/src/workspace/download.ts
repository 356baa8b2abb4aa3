import type { Readable } from 'node:stream'
import { Fault } from '../lib/fault.ts'
import { type ManifestEntry, readManifest } from './artifacts.ts'
import type { RunLayout } from './layout.ts'
import { openInside } from './safe-path.ts'

export interface OpenArtifact {
  /** Null: not indexed yet. */
  readonly entry: ManifestEntry | null
  readonly size: number
  /** Reads it to the end and closes it; to be called once, unless closed. */
  stream(): Readable
  close(): Promise<void>
}

/** One file below `artifacts/`, by a path that a client gave. */
export async function openArtifact(layout: RunLayout, path: string): Promise<OpenArtifact> {
  if (!path.startsWith('artifacts/')) throw new Fault('PATH_INVALID', { path })
  const file = await openInside(layout.artifacts, path.slice('artifacts/'.length))
  if (!file) throw new Fault('ARTIFACT_NOT_FOUND', { path })
  try {
    const { size } = await file.stat()
    return {
      entry: await indexed(layout, path, size),
      size,
      // A file that grows while it is read must not grow the answer past its announced length.
      stream: () => file.createReadStream(size === 0 ? {} : { start: 0, end: size - 1 }),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function indexed(layout: RunLayout, path: string, size: number): Promise<ManifestEntry | null> {
  const artifacts = await readManifest(layout.root)
  return artifacts.find((entry) => entry.path_rel === path && entry.size === size) ?? null
}
