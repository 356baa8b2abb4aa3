import { closeSync, openSync } from 'node:fs'
import { openWitness } from '../lib/witness.ts'
import { writeAll } from '../lib/write-all.ts'

/** A file of the audit that grows while an attempt goes on, and that nobody else should write to. */
export interface KeptFile extends AsyncDisposable {
  readonly path: string
  append(bytes: Buffer): Promise<void>
  /** It holds what was appended and nothing else. True as well where nobody watches it. */
  isTrue(): Promise<boolean>
}

/** Watching costs a hash of all that is written, and another one of all that is there: for where others could reach it. */
export function openKept(path: string, isWatched: boolean): KeptFile {
  const fd = openSync(path, 'a', 0o600)
  const witness = isWatched ? openWitness() : null
  let writing: Promise<void> = Promise.resolve()
  return {
    path,
    append(bytes) {
      witness?.saw(bytes)
      writing = writing.catch(() => {}).then(() => writeAll(fd, bytes))
      return writing
    },
    isTrue: async () => witness === null || witness.isTrue(path),
    // Its number may be that of another file a moment later, so nobody may still write to it.
    [Symbol.asyncDispose]: () => writing.catch(() => {}).then(() => closeSync(fd)),
  }
}
