import { type Config, loadConfig } from '../config.ts'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { readKeys, receiptKeysIn, rotateKey } from '../receipts/key-file.ts'
import { presentKeys } from '../receipts/key-view.ts'
import { exits, helpOf } from './exit-codes.ts'
import { noWords } from './one-word.ts'
import { tableOf } from './table.ts'
import { parseWords, refuseNothing, refuseUsage, say, UsageError } from './words.ts'

const commands: Readonly<Record<string, (args: readonly string[], config: Config) => Promise<number>>> = {
  list,
  rotate,
  export: exportKeys,
}

const help = `The keys that sign the receipts of this server. A running server notices every change at once. docs/receipts.md explains them.

  key list [--json]      list the keys: the one that signs, and earlier ones
  key rotate [--json]    sign with a new key from now on; receipts of earlier keys stay verifiable
  key export [--json]    print all public keys in PEM, for verify --key; with --json as GET /v1/receipt-keys does

${helpOf('succeeded', 'failed', 'usage')}`

/** `skill-runner key …` */
export async function key([name, ...rest]: readonly string[]): Promise<number> {
  if (name === '--help' || rest.includes('--help')) return say(help)
  if (name === undefined) return refuseNothing('Name a key command.', help)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return refuseUsage(`Unknown command: key ${name}`, 'key')
  // As for tokens: an address that needs a token is no reason against a command that serves nobody.
  const loaded = await loadConfig({ env: { ...process.env, SKILL_RUNNER_INSECURE_BIND: '1' }, cwd: process.cwd() })
  if (!loaded.ok) return refuse(['The configuration is invalid:', ...loaded.problems.map((problem) => `  - ${problem}`)])
  try {
    return await command(rest, loaded.config)
  } catch (error) {
    if (error instanceof UsageError) return refuseUsage(error.message, 'key')
    const problem = error instanceof SyntaxError ? 'are damaged' : codeOf(error) && 'cannot be read or written'
    if (!problem) throw error
    return refuse([`The keys in ${receiptKeysIn(loaded.config.dataDir)} ${problem}: ${messageOf(error)}`])
  }
}

function refuse(lines: readonly string[]): number {
  process.stderr.write(`${lines.join('\n')}\n`)
  return exits.failed.code
}

const json = (value: unknown): number => say(`${JSON.stringify(value, null, 2)}\n`)

function isJson(args: readonly string[]): boolean {
  const { values, positionals } = parseWords(args, { json: { type: 'boolean' } })
  noWords(positionals)
  return values.json === true
}

async function list(args: readonly string[], { dataDir }: Config): Promise<number> {
  const asJson = isJson(args)
  const keys = readKeys(dataDir)
  if (asJson) return json(presentKeys(keys))
  if (keys.length === 0) return say('There is no key yet: the server makes one when it starts.\n')
  const rows = keys.map(({ id, createdAt, retiredAt }) => [id, createdAt.slice(0, 16), retiredAt?.slice(0, 16) ?? 'signs'])
  return say(tableOf([['KEY', 'CREATED', 'RETIRED'], ...rows]))
}

async function rotate(args: readonly string[], { dataDir }: Config): Promise<number> {
  const asJson = isJson(args)
  const made = (await rotateKey(dataDir, new Date())).slice(-1)
  if (asJson) return json(presentKeys(made))
  process.stderr.write('Receipts are signed with this key from now on. Hand it to those who verify: ./skill-runner key export\n')
  return say(made.map(({ id }) => `${id}\n`).join(''))
}

async function exportKeys(args: readonly string[], { dataDir }: Config): Promise<number> {
  const asJson = isJson(args)
  const keys = readKeys(dataDir)
  if (asJson) return json(presentKeys(keys))
  if (keys.length === 0) return refuse(['There is no key yet: the server makes one when it starts.'])
  return say(keys.map(({ publicKey }) => publicKey).join(''))
}
