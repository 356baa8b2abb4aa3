import { type FileHandle, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { exactStream } from '../lib/exact-stream.ts'
import { Fault } from '../lib/fault.ts'
import { codeOf } from '../lib/thrown.ts'
import { mimeOf } from './artifacts.ts'
import type { RunLayout } from './layout.ts'
import { type ManifestEntry, readManifest } from './manifest.ts'
import { maskedStream } from './masked-stream.ts'
import { openInside } from './safe-path.ts'

export interface OpenArtifact {
  readonly mime: string
  readonly size: number
  /** Null: not indexed yet, or changed since then. */
  readonly sha256: string | null
  /** Reads a part of it and closes it; to be called once, unless closed. */
  stream(from: number, to: number): Readable
  close(): Promise<void>
}

/**
 * One file below `artifacts/`, by a path that a client gave. What is indexed has its secrets covered on the disk; those of all else are
 * covered on the way, since its run goes on or was cut off.
 */
export async function openArtifact(
  layout: RunLayout,
  path: string,
  secretsOf: () => Promise<readonly string[]>,
): Promise<OpenArtifact> {
  if (!path.startsWith('artifacts/')) throw new Fault('PATH_INVALID', { path: path.slice(0, 200) })
  const file = await openInside(layout.artifacts, path.slice('artifacts/'.length))
  if (!file) throw new Fault('ARTIFACT_NOT_FOUND', { path: path.slice(0, 200) })
  try {
    const { size } = await file.stat()
    const entry = await indexed(layout, path, file)
    const secrets = entry ? [] : await secretsOf()
    return {
      mime: entry?.mime ?? (await mimeOf(path)),
      size,
      sha256: entry?.sha256 ?? null,
      stream: (from, to) =>
        secrets.length === 0 ? exactStream(file, { from, to }) : maskedStream(file, { from, to, size }, secrets),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function indexed(layout: RunLayout, path: string, file: FileHandle): Promise<ManifestEntry | null> {
  const artifacts = await readManifest(layout.root)
  const entry = artifacts?.find(({ path_rel }) => path_rel === path)
  return entry && (await isAsIndexed(layout, entry, file)) ? entry : null
}

/**
 * A digest that no longer belongs to the file would make a cache keep the wrong one for ever. Either time will do: a skill may date a
 * file into the future, and a data folder that was copied has new times of change.
 */
async function isAsIndexed(layout: RunLayout, entry: ManifestEntry, file: FileHandle): Promise<boolean> {
  const [now, manifest] = await Promise.all([file.stat({ bigint: true }), stat(layout.manifest, { bigint: true }).catch(gone)])
  if (!manifest || now.size !== BigInt(entry.size)) return false
  return now.ctimeNs <= manifest.ctimeNs || now.mtimeNs <= manifest.mtimeNs
}

function gone(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}
