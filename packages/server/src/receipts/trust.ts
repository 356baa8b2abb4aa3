import { createPublicKey, type KeyObject } from 'node:crypto'
import { isSignedBy, type Sealed } from '../lib/dsse.ts'
import { keyIdOf } from './key-file.ts'

/** A public key that somebody trusts, under the id that it has by itself. */
export interface TrustedKey {
  readonly id: string
  readonly key: KeyObject
}

export type Signature = 'valid' | 'invalid' | 'unknown_key'

/** Public keys in PEM, one or several, or the answer of /v1/receipt-keys; or what is wrong with it. */
export function readTrusted(text: string): readonly TrustedKey[] | string {
  try {
    const pems = text.trimStart().startsWith('{') ? pemsOfList(JSON.parse(text)) : (text.match(pemBlock) ?? [])
    if (pems.length === 0) return 'there is no public key in it'
    return pems.map(trustedKey)
  } catch (error) {
    return error instanceof SyntaxError ? 'it is neither PEM nor JSON' : 'it holds something else than public ed25519 keys'
  }
}

const pemBlock = /-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g

function pemsOfList(list: unknown): string[] {
  const { keys } = Object(list) as { readonly keys?: unknown }
  return Array.isArray(keys) ? keys.map((key) => String(Object(key).public_key)) : []
}

export function trustedKey(pem: string): TrustedKey {
  const key = createPublicKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('not an ed25519 key')
  return { id: keyIdOf(key), key }
}

/** The id of a key is not signed: under a name that is not its own, even a true signature was tampered with. */
export function signatureBy(trusted: readonly TrustedKey[], sealed: Sealed): Signature {
  const signer = trusted.find(({ key }) => isSignedBy(key, sealed))
  if (signer) return signer.id === sealed.keyId ? 'valid' : 'invalid'
  return trusted.some(({ id }) => id === sealed.keyId) ? 'invalid' : 'unknown_key'
}
