import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { SkillRunner } from '@agent-skill-runner/sdk'
import { readConfigFile } from '../config/file.ts'
import { type Key, keys } from '../config/keys.ts'
import { messageOf } from '../lib/thrown.ts'
import { UsageError } from './words.ts'

/** What every command that speaks to a server takes. A token on the command line could be read by everyone on the machine. */
export const serverFlags = { server: { type: 'string' }, 'token-file': { type: 'string' }, json: { type: 'boolean' } } as const

export interface ServerFlags {
  readonly server?: string | undefined
  readonly 'token-file'?: string | undefined
}

export const serverHelp = `  --server URL         the server; SKILL_RUNNER_URL, else HOST and PORT of the settings, when left out
  --token-file PATH    a file with the token; SKILL_RUNNER_TOKEN when left out
`

/** The server that a command is for. */
export async function connect({ server, 'token-file': tokenFile }: ServerFlags): Promise<SkillRunner> {
  const settings = await readSettings()
  const url = server === undefined ? addressIn(settings) : readAs('--server', keys.SKILL_RUNNER_URL, server)
  const token = tokenFile === undefined ? settings.get('SKILL_RUNNER_TOKEN') : await readToken(tokenFile)
  return new SkillRunner({ url, token })
}

/** The folder that `npm start` starts the server in: its settings are there, wherever one stands. */
const clone = fileURLToPath(new URL('../../../..', import.meta.url))

/** What else is set, and whether it is right, is the server's affair. */
async function readSettings(): Promise<ReadonlyMap<string, string>> {
  const here = await readConfigFile(process.env, process.cwd(), [])
  const file = here.size > 0 ? here : await readConfigFile(process.env, clone, [])
  const environment = Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return new Map([...file, ...environment])
}

function addressIn(settings: ReadonlyMap<string, string>): string {
  const given = settings.get('SKILL_RUNNER_URL')
  if (given !== undefined) return readAs('SKILL_RUNNER_URL', keys.SKILL_RUNNER_URL, given)
  const host = readAs('HOST', keys.HOST, settings.get('HOST') ?? keys.HOST.default ?? '')
  const port = readAs('PORT', keys.PORT, settings.get('PORT') ?? keys.PORT.default ?? '')
  // Where a server listens everywhere, it is also here.
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port || keys.PORT.default}`
}

function readAs<T>(name: string, { kind }: Key<T>, text: string): T {
  const value = kind.read(text, process.cwd())
  if (value === undefined) throw new UsageError(`${name} must be ${kind.what}`)
  return value
}

async function readToken(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new UsageError(`The token file cannot be read: ${messageOf(error)}`)
  }
}
