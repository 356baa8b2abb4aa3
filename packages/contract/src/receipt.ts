import { type Static, Type } from 'typebox'
import { closed, Instant, nullable } from './shared.ts'

export const Receipt = closed(
  {
    payload: Type.String({ description: 'The in-toto statement as JSON, in base64' }),
    payloadType: Type.Literal('application/vnd.in-toto+json'),
    signatures: Type.Array(
      closed({
        keyid: Type.String({ description: 'Id of the key, as in GET /v1/receipt-keys' }),
        sig: Type.String({ description: 'ed25519 signature in base64, over the pre-authentication encoding of DSSE' }),
      }),
    ),
  },
  {
    $id: 'Receipt',
    description: 'DSSE envelope, signed when the run ended. docs/receipts.md lists what its statement holds',
  },
)

export const ReceiptKey = closed(
  {
    id: Type.String({ description: 'sha256 of the public key in DER (SPKI)' }),
    algorithm: Type.Literal('ed25519'),
    created_at: Instant,
    retired_at: nullable(Type.String({ description: 'When another key took its place; null: it signs' })),
    public_key: Type.String({ description: 'PEM (SPKI)' }),
    jwk: closed({ kty: Type.Literal('OKP'), crv: Type.Literal('Ed25519'), x: Type.String(), kid: Type.String() }),
  },
  { $id: 'ReceiptKey' },
)

export const ReceiptKeyList = closed(
  { keys: Type.Array(ReceiptKey, { description: 'Oldest first; receipts of retired ones stay valid' }) },
  { $id: 'ReceiptKeyList' },
)

export type Receipt = Static<typeof Receipt>
export type ReceiptKeyList = Static<typeof ReceiptKeyList>
