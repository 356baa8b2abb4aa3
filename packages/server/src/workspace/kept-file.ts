import { open } from 'node:fs/promises'
import { openWitness } from '../lib/witness.ts'

/** A file of the audit that grows while an attempt goes on, and that nobody else should write to. */
export interface KeptFile extends AsyncDisposable {
  readonly path: string
  append(bytes: Buffer): Promise<void>
  /** It holds what was appended and nothing else. True as well where nobody watches it. */
  isTrue(): Promise<boolean>
}

/** Watching costs a hash of all that is written, and another one of all that is there: for where others could reach it. */
export async function openKept(path: string, isWatched: boolean): Promise<KeptFile> {
  const file = await open(path, 'a', 0o600)
  const witness = isWatched ? openWitness() : null
  return {
    path,
    append(bytes) {
      witness?.saw(bytes)
      return file.appendFile(bytes)
    },
    isTrue: async () => witness === null || witness.isTrue(path),
    [Symbol.asyncDispose]: () => file.close(),
  }
}
