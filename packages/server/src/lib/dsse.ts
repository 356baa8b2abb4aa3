import { type KeyObject, sign, verify } from 'node:crypto'

/** A text and who signed it, as DSSE has it: what is signed is the type with the text, so that neither passes for another. */
export interface Envelope {
  readonly payload: string
  readonly payloadType: string
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[]
}

/** A private key, and the name under which its public key is known. */
export interface SigningKey {
  readonly id: string
  readonly key: KeyObject
}

/** An envelope that was read: nothing is known yet of whether its signature is true. */
export interface Sealed {
  readonly payloadType: string
  readonly payload: Buffer
  readonly keyId: string
  readonly signature: Buffer
}

export function signed({ id, key }: SigningKey, payloadType: string, payload: string): Envelope {
  const body = Buffer.from(payload)
  const sig = sign(null, preAuthEncoding(payloadType, body), key).toString('base64')
  return { payload: body.toString('base64'), payloadType, signatures: [{ keyid: id, sig }] }
}

export const isSignedBy = (key: KeyObject, { payloadType, payload, signature }: Sealed): boolean =>
  verify(null, preAuthEncoding(payloadType, payload), key, signature)

/** The bytes that are signed. */
function preAuthEncoding(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `), body])
}

/**
 * An envelope as we write them, or what is wrong with it. DSSE allows more: several signatures, of which some may be true and some not,
 * and base64 in several spellings. What we never write is not ours.
 */
export function readEnvelope(text: string): Sealed | string {
  const envelope = parsed(text)
  if (typeof envelope !== 'object' || envelope === null) return 'it is not a JSON object'
  const { payload, payloadType, signatures } = envelope as Partial<Record<keyof Envelope, unknown>>
  if (typeof payloadType !== 'string' || typeof payload !== 'string') return 'it has no payload or payloadType'
  if (!Array.isArray(signatures) || signatures.length !== 1)
    return `it has ${Array.isArray(signatures) ? signatures.length : 'no'} signatures, and must have one`
  const { keyid, sig } = Object(signatures[0]) as { readonly keyid?: unknown; readonly sig?: unknown }
  if (typeof keyid !== 'string' || typeof sig !== 'string') return 'its signature has no keyid or sig'
  const [body, signature] = [canonicalBase64(payload), canonicalBase64(sig)]
  if (body === null || signature === null) return 'its payload or signature is not canonical base64'
  return { payloadType, payload: body, keyId: keyid, signature }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Null: another text stands for the same bytes, or none at all. */
function canonicalBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
