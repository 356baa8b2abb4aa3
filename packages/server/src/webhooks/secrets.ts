import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { webhookSecret } from '../config/kinds.ts'
import type { Config } from '../config.ts'
import { codeOf } from '../lib/thrown.ts'

/** The secret of a name, the usual one for null; undefined: there is none of that name. */
export type SecretOf = (ref: string | null) => string | undefined

export interface WebhookSecrets {
  readonly of: SecretOf
  /** All of them, for those who hide them. */
  readonly all: readonly string[]
}

/** Those that are set, and a usual one that is made once where none is. */
export function openSecrets({ secret, secrets }: Config['webhooks'], file: string): WebhookSecrets {
  const usual = secret ?? keptSecret(file)
  return { of: (ref) => (ref === null ? usual : secrets.get(ref)), all: [usual, ...secrets.values()] }
}

function keptSecret(file: string): string {
  const kept = readKept(file) ?? makeSecret(file)
  const secret = webhookSecret.read(kept, '')
  if (secret === undefined)
    throw new Error(`${file} does not hold ${webhookSecret.what}. Remove it for a new one, and tell those who verify by it.`)
  return secret
}

function readKept(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Whole or not at all, and only for us to read. */
function makeSecret(file: string): string {
  const beside = `${file}.${process.pid}.new`
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  rmSync(beside, { force: true })
  writeFileSync(beside, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(beside, file)
  } finally {
    rmSync(beside, { force: true })
  }
  return secret
}
