import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { textOf } from '../lib/text-of.ts'
import { codeOf } from '../lib/thrown.ts'
import { placeFile } from './replace-file.ts'

/** One artifact, in the words of the wire. */
export interface ArtifactEntry {
  readonly role: string
  readonly path_rel: string
  readonly filename: string
  readonly mime: string
  readonly size: number
  /** Null: it was not indexed, because the run has not ended, or ended with the server. */
  readonly sha256: string | null
  readonly required: boolean
}

/** One row of manifest.json. */
export type ManifestEntry = ArtifactEntry & { readonly sha256: string }

export const manifestText = (artifacts: readonly ArtifactEntry[]): string => JSON.stringify({ artifacts }, null, 2)

/** In the folder of a run, and in a bundle. */
export const manifestName = 'manifest.json'

const manifestOf = (runFolder: string): string => join(runFolder, manifestName)

export function writeManifest(runFolder: string, artifacts: readonly ManifestEntry[]): Promise<void> {
  return placeFile(runFolder, manifestOf(runFolder), manifestText(artifacts))
}

/** Null: the artifacts were never indexed. */
export async function readManifest(runFolder: string): Promise<readonly ManifestEntry[] | null> {
  const fd = openedOrNull(manifestOf(runFolder))
  if (fd === null) return null
  try {
    return (JSON.parse(await textOf(fd)) as { artifacts: ManifestEntry[] }).artifacts
  } finally {
    closeSync(fd)
  }
}

/** Null: there is no such file. */
function openedOrNull(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
