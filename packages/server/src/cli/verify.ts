import { readFileSync, statSync } from 'node:fs'
import { loadConfig } from '../config.ts'
import { messageOf } from '../lib/thrown.ts'
import { openBundle } from '../receipts/bundle-file.ts'
import { keyListIn, readKeys } from '../receipts/key-file.ts'
import { readTrusted, type TrustedKey, trustedKey } from '../receipts/trust.ts'
import type { Verification } from '../receipts/verify-bundle.ts'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags } from './connect.ts'
import { exits, helpOf } from './exit-codes.ts'
import { oneWord } from './one-word.ts'
import { oneLine } from './plain.ts'
import { parseWords, say, UsageError } from './words.ts'

const help = `skill-runner verify <bundle.zip> [--key FILE | --server URL] [--json]

Checks that the bundle of a job, a debug bundle too, still is what a server signed: its signatures, every file, and the
archive as a whole. It names what was changed, added and removed. Nothing is unpacked to disk, and nothing is asked
of anybody unless you name a server. docs/receipts.md tells what is proven and what is not.

A signature is worth as much as the key that it is checked with:

  --key FILE           public keys that you trust, as key export prints them, with or without --json
  --server URL         the keys of this server, over GET /v1/receipt-keys
                       (default: the keys of the server of this machine, if it has any)
  --token-file PATH    a file with the token for that server; it needs none for its keys
  --json               one JSON document on stdout

${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused', 'unverified')}`

const flags = { ...serverFlags, key: { type: 'string' } } as const

export const verify: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    const path = oneWord(positionals, 'the bundle')
    if (values.key !== undefined && values.server !== undefined) throw new UsageError('Use either --key or --server')
    requireFile(path)
    const trust = await trustedBy(values)
    const { verifyBundle } = await import('../receipts/verify-bundle.ts')
    await using file = await openBundle(path)
    const verification = await verifyBundle(file, trust.keys)
    say(values.json ? documentOf(path, trust, verification) : textOf(path, trust, verification))
    return exits[exitOf[verification.verdict]].code
  },
}

const exitOf = { verified: 'succeeded', unverified: 'unverified', changed: 'failed' } as const

/** A pipe would never end, and a folder is no bundle. */
function requireFile(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile()) throw new UsageError(`${path} is no file`)
}

interface Trust {
  readonly keys: readonly TrustedKey[]
  /** Where they are from. */
  readonly from: string
}

async function trustedBy(values: { key?: string; server?: string; 'token-file'?: string }): Promise<Trust> {
  if (values.key !== undefined) return { keys: keysOfFile(values.key), from: values.key }
  if (values.server === undefined) return keysOfThisMachine()
  const { keys } = await (await connect(values)).receiptKeys()
  return { keys: keys.map(({ public_key: pem }) => trustedKey(pem)), from: values.server }
}

function keysOfFile(file: string): readonly TrustedKey[] {
  const keys = readTrusted(textOfFile(file))
  if (typeof keys === 'string') throw new UsageError(`${file} cannot be used as --key: ${keys}`)
  return keys
}

function textOfFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`)
  }
}

async function keysOfThisMachine(): Promise<Trust> {
  const loaded = await loadConfig({ env: { ...process.env, SKILL_RUNNER_INSECURE_BIND: '1' }, cwd: process.cwd() })
  if (!loaded.ok) return { keys: [], from: 'this machine, whose settings are invalid' }
  const { dataDir } = loaded.config
  try {
    return { keys: readKeys(dataDir).map(({ publicKey }) => trustedKey(publicKey)), from: keyListIn(dataDir) }
  } catch (error) {
    process.stderr.write(`The keys of this machine cannot be used: ${messageOf(error)}\n`)
    return { keys: [], from: keyListIn(dataDir) }
  }
}

function documentOf(path: string, { from }: Trust, { sealedOnly, ...verification }: Verification): string {
  return `${JSON.stringify({ bundle: path, keys_from: from, ...verification, sealed_only: sealedOnly }, null, 2)}\n`
}

function textOf(path: string, trust: Trust, verification: Verification): string {
  const { verdict, findings, receipt, matching, sealedOnly } = verification
  const rows: (readonly [string, string])[] = [
    [verdict, path],
    ...signers(trust, verification),
    ...findings.map(({ kind, path: of, problem }) => [kind, of === null ? problem : `${of}: ${problem}`] as const),
  ]
  if (receipt) {
    const { run_id: run, skill, outcome } = receipt
    rows.splice(
      1,
      0,
      ['run', `${run} ${outcome.state}, skill ${skill.id}@${skill.version}`],
      ['files', `${matching} as the receipt has them, ${sealedOnly.length} more as the server had them later`],
    )
  }
  return rows.map(([head, rest]) => `${head.padEnd(10)} ${oneLine(rest, 2000)}\n`).join('')
}

/** What is said of a key is only what was checked. */
function signers({ keys, from }: Trust, { signature, seal }: Verification): (readonly [string, string])[] {
  if (signature === null) return []
  const known = keys.length === 0 ? `there are no keys in ${from}` : `${from} has ${keys.length} others`
  const means = {
    valid: `known from ${from}`,
    invalid: 'but the signature is false',
    unknown_key: `not checked: ${known}. Name a server that you trust with --server, or its keys with --key`,
  } as const
  const isSealedElse = seal !== null && (seal.key !== signature.key || seal.is !== signature.is)
  return [
    ['signed by', `key ${signature.key}, ${means[signature.is]}`],
    ...(isSealedElse ? [['sealed by', `key ${seal.key}, ${means[seal.is]}`] as const] : []),
  ]
}
