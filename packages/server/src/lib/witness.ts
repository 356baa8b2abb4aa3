import { createHash } from 'node:crypto'
import { hashFile } from './hash-file.ts'
import { openRegular } from './open-regular.ts'

/** Remembers what was written to a file, so that it can tell later whether somebody else wrote there too. */
interface Witness {
  saw(bytes: Buffer | string): void
  /** The file holds exactly what was seen. */
  isTrue(path: string): Promise<boolean>
}

export function openWitness(): Witness {
  const hash = createHash('sha256')
  let size = 0
  return {
    saw(bytes) {
      hash.update(bytes)
      size += Buffer.byteLength(bytes)
    },
    async isTrue(path) {
      const opened = await openRegular(path)
      if (!opened.ok) return false
      await using file = opened.file
      const found = await hashFile(file.fd, size)
      return found !== null && found.size === size && found.sha256 === hash.copy().digest('hex')
    },
  }
}
