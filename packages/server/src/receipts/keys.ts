import type { Clock } from '../lib/clock.ts'
import type { SigningKey } from '../lib/dsse.ts'
import { fileStamp } from '../lib/file-stamp.ts'
import { ensureKey, keyListIn, type ReceiptKey, readKeys, readSigningKey } from './key-file.ts'

/** The keys of a server that runs, as their files have them now. */
export interface ReceiptKeys {
  /** What signs. */
  signing(): SigningKey
  /** All that ever signed, oldest first. */
  all(): readonly ReceiptKey[]
}

interface KeyDeps {
  readonly dataDir: string
  readonly clock: Clock
  readonly logger: { error(facts: object, text: string): void }
}

/** Makes a key where there is none. A rotation is noticed at the next use, by the stamp of the list: a look costs microseconds. */
export async function openReceiptKeys({ dataDir, clock, logger }: KeyDeps): Promise<ReceiptKeys> {
  const read = (keys: readonly ReceiptKey[]) => ({ keys, signing: readSigningKey(dataDir, keys) })
  let current = read(await ensureKey(dataDir, clock.now()))
  let stamp = fileStamp(keyListIn(dataDir))

  const look = (): typeof current => {
    const now = fileStamp(keyListIn(dataDir))
    if (now === stamp) return current
    stamp = now
    try {
      current = read(readKeys(dataDir))
    } catch (error) {
      // A run has to end all the same, and what the key in memory signs is as true as before.
      logger.error({ err: error, file: keyListIn(dataDir) }, 'cannot read the keys of receipts; the last known one signs')
    }
    return current
  }
  return { signing: () => look().signing, all: () => look().keys }
}
