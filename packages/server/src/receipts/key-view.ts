import { createPublicKey } from 'node:crypto'
import type { ReceiptKeyList } from '@agent-skill-runner/contract/receipt.ts'
import type { ReceiptKey } from './key-file.ts'

/** Keys as the API and the command line show them. */
export const presentKeys = (keys: readonly ReceiptKey[]): ReceiptKeyList => ({ keys: keys.map(presentKey) })

function presentKey({ id, createdAt, retiredAt, publicKey }: ReceiptKey): ReceiptKeyList['keys'][number] {
  const { x = '' } = createPublicKey(publicKey).export({ format: 'jwk' })
  return {
    id,
    algorithm: 'ed25519',
    created_at: createdAt,
    retired_at: retiredAt,
    public_key: publicKey,
    jwk: { kty: 'OKP', crv: 'Ed25519', x, kid: id },
  }
}
