import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { RecordedStep, Recording } from '@agent-skill-runner/contract/recording.ts'
import { Fault } from '../lib/fault.ts'
import { bytesOf } from '../workspace/bytes-of.ts'
import type { RunLayout } from '../workspace/layout.ts'
import type { ArtifactEntry } from '../workspace/manifest.ts'
import type { Cover } from './cover.ts'
import type { Room } from './room.ts'

export interface RecordedFiles {
  readonly steps: readonly RecordedStep[]
  /** As they will be when they are played: where something was masked, a file is another. */
  readonly artifacts: Recording['result']['artifacts']
  /** Paths of those that are no text. */
  readonly notSearched: readonly string[]
}

/** The artifacts as they are listed: what has changed since then is not what the run left. */
export async function recordFiles(
  layout: RunLayout,
  entries: readonly ArtifactEntry[],
  cover: Cover,
  room: Room,
): Promise<RecordedFiles> {
  const files: { readonly path: string; readonly bytes: Buffer; readonly isText: boolean }[] = []
  for (const { path_rel: path, size, sha256 } of entries) {
    room.take(size, path)
    const bytes = await bytesOf(layout.root, path, size)
    if (bytes === null || digestOf(bytes) !== sha256) throw gone(path)
    const isText = isUtf8(bytes)
    files.push({ path: cover.text(path), isText, bytes: isText ? Buffer.from(cover.text(bytes.toString())) : bytes })
  }
  // A name that was masked has another place among them, which it will have when it is played.
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    steps: files.map(({ path, bytes, isText }) => writes(path, bytes, isText)),
    artifacts: files.map(({ path, bytes }) => ({ path, size: bytes.length, sha256: digestOf(bytes) })),
    notSearched: files.flatMap(({ path, isText }) => (isText ? [] : [path])),
  }
}

const writes = (path: string, bytes: Buffer, isText: boolean): RecordedStep =>
  isText ? { write: { path, text: bytes.toString() } } : { write: { path, base64: bytes.toString('base64') } }

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const gone = (path: string): Fault =>
  new Fault('RECORDING_UNAVAILABLE', { reason: `${path.slice(0, 200)} is gone, or is not what the run left.` })
