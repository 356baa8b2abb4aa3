import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SigningKey } from '../lib/dsse.ts'
import { patientLock } from '../lib/patient-lock.ts'
import { giveToOwner, putPrivateFile } from '../lib/private-file.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { codeOf } from '../lib/thrown.ts'

/** The public half of a key that signs receipts. It stays when the key is replaced: what it signed has to be verifiable for ever. */
export interface ReceiptKey {
  /** The sha256 of the public key in DER, so that nobody can give another one under the same id. */
  readonly id: string
  readonly createdAt: string
  /** Null: it signs. */
  readonly retiredAt: string | null
  /** PEM. */
  readonly publicKey: string
}

export const receiptKeysIn = (dataDir: string): string => join(dataDir, 'receipt-keys')
export const keyListIn = (dataDir: string): string => join(receiptKeysIn(dataDir), 'keys.json')
const privateKeyIn = (dataDir: string, id: string): string => join(receiptKeysIn(dataDir), `${id}.pem`)

export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

/** Oldest first; empty: none was made yet. */
export function readKeys(dataDir: string): readonly ReceiptKey[] {
  try {
    const { keys } = JSON.parse(readFileSync(keyListIn(dataDir), 'utf8')) as { readonly keys: readonly ReceiptKey[] }
    if (!Array.isArray(keys) || !keys.every(isKey)) throw new SyntaxError('it is not a list of keys')
    return keys
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

const isKey = (key: Partial<ReceiptKey> | null): boolean =>
  typeof key?.publicKey === 'string' && key.id === keyIdOf(createPublicKey(key.publicKey)) && typeof key.createdAt === 'string'

/** The key that signs now. */
export function readSigningKey(dataDir: string, keys: readonly ReceiptKey[]): SigningKey {
  const current = keys.findLast(({ retiredAt }) => retiredAt === null)
  if (!current) throw new Error(`No key of ${keyListIn(dataDir)} signs. ${remedy}`)
  const key = privateKey(privateKeyIn(dataDir, current.id))
  if (keyIdOf(createPublicKey(key)) !== current.id)
    throw new Error(`${privateKeyIn(dataDir, current.id)} holds another key than its name says. ${remedy}`)
  return { id: current.id, key }
}

function privateKey(file: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(file))
  } catch (cause) {
    throw new Error(`The key that signs receipts cannot be read from ${file}. Put it back, or: ${remedy}`, { cause })
  }
}

const remedy = 'Make a new one: ./skill-runner key rotate. Receipts of earlier keys stay verifiable.'

/** Makes the first key, unless there is one. */
export const ensureKey = (dataDir: string, now: Date): Promise<readonly ReceiptKey[]> =>
  changeKeys(dataDir, (keys) => (keys.length > 0 ? keys : [madeKey(dataDir, now)]))

/** From now on a new key signs. Of the old one only the public half is kept: it can be used for nothing that is not signed yet. */
export const rotateKey = (dataDir: string, now: Date): Promise<readonly ReceiptKey[]> =>
  changeKeys(dataDir, (keys) => [
    ...keys.map((key) => ({ ...key, retiredAt: key.retiredAt ?? now.toISOString() })),
    madeKey(dataDir, now),
  ])

type Change = (keys: readonly ReceiptKey[]) => readonly ReceiptKey[]

/** One change at a time, whoever makes it. A private key is in place before the list names it, and goes when the list does no more. */
async function changeKeys(dataDir: string, change: Change): Promise<readonly ReceiptKey[]> {
  const folder = receiptKeysIn(dataDir)
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) giveToOwner(folder)
  const lock = await patientLock(join(folder, 'lock'), 'keys of receipts')
  try {
    giveToOwner(join(folder, 'lock'))
    const before = readKeys(dataDir)
    const keys = change(before)
    if (keys === before) return keys
    putPrivateFile(keyListIn(dataDir), `${JSON.stringify({ keys }, null, 2)}\n`)
    await syncFolder(folder)
    await syncFolder(dataDir)
    dropUnnamed(dataDir, keys)
    return keys
  } finally {
    lock.release()
  }
}

function madeKey(dataDir: string, now: Date): ReceiptKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const id = keyIdOf(publicKey)
  putPrivateFile(privateKeyIn(dataDir, id), String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
  return { id, createdAt: now.toISOString(), retiredAt: null, publicKey: pem }
}

function dropUnnamed(dataDir: string, keys: readonly ReceiptKey[]): void {
  const kept = keys.filter(({ retiredAt }) => retiredAt === null).map(({ id }) => `${id}.pem`)
  const folder = receiptKeysIn(dataDir)
  for (const name of readdirSync(folder)) if (name.endsWith('.pem') && !kept.includes(name)) rmSync(join(folder, name))
}
