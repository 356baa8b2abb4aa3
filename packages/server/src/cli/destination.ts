import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { fileNames, readConfigFile } from '../config/file.ts'
import { fileKey, type Key, keys } from '../config/keys.ts'
import { messageOf } from '../lib/thrown.ts'
import { plain } from './plain.ts'
import { UsageError } from './words.ts'

export interface ServerFlags {
  readonly server?: string | undefined
  readonly 'token-file'?: string | undefined
}

/** The environment and folder of the caller, and the folder with the settings of the server. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly clone: string
}

export interface Destination {
  readonly url: string
  readonly token: string | undefined
}

/** Which server is meant, and the token for it: never one that was meant for another. */
export async function destinationOf(flags: ServerFlags, around: Surroundings): Promise<Destination> {
  const file = await readSettingsFile(around)
  const environment = new Map(Object.entries(around.env).flatMap(([name, value]) => (value ? [[name, value] as const] : [])))
  const asked = { server: flags.server, environment, file, cwd: around.cwd }
  const url = urlOf(asked)
  const own = flags['token-file'] === undefined ? environment.get(tokenName) : await readToken(flags['token-file'])
  if (own === undefined) return { url, token: isOfFile(url, asked) ? file.settings.get(tokenName) : undefined }
  if (isNamedByFolder(asked)) throw new UsageError(notSentTo(url))
  return { url, token: own }
}

const tokenName = 'SKILL_RUNNER_TOKEN'

type Settings = ReadonlyMap<string, string>

interface SettingsFile {
  readonly settings: Settings
  /** It is in the current folder, which may come from anywhere. */
  readonly isOfFolder: boolean
}

interface Asked {
  readonly server: string | undefined
  readonly environment: Settings
  readonly file: SettingsFile
  readonly cwd: string
}

/** That of this folder, else that of the clone, or the one that the environment names in their place. */
async function readSettingsFile({ env, cwd, clone }: Surroundings): Promise<SettingsFile> {
  const named = env[fileKey] || null
  const names = named === null ? fileNames : [named]
  const folder = [cwd, clone].find((one) => names.some((name) => existsSync(resolve(one, name)))) ?? cwd
  const problems: string[] = []
  const settings = await readConfigFile(env, folder, problems)
  // Going on without it would be going to another server.
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  return { settings, isOfFolder: !isAbsolute(named ?? '') && resolve(folder) !== resolve(clone) }
}

function urlOf({ server, environment, file, cwd }: Asked): string {
  if (server !== undefined) return readAs('--server', keys.SKILL_RUNNER_URL, server, cwd)
  return addressIn(new Map([...file.settings, ...environment]), cwd)
}

function addressIn(settings: Settings, cwd: string): string {
  const given = settings.get('SKILL_RUNNER_URL')
  if (given !== undefined) return readAs('SKILL_RUNNER_URL', keys.SKILL_RUNNER_URL, given, cwd)
  const host = readAs('HOST', keys.HOST, settings.get('HOST') ?? keys.HOST.default ?? '', cwd)
  const port = readAs('PORT', keys.PORT, settings.get('PORT') ?? keys.PORT.default ?? '', cwd)
  return urlOfServer(host, port || Number(keys.PORT.default))
}

/** Where a server listens everywhere, it is also here. */
export function urlOfServer(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

function readAs<T>(name: string, { kind }: Key<T>, text: string, cwd: string): T {
  const value = kind.read(text, cwd)
  if (value === undefined) throw new UsageError(`${name} must be ${kind.what}`)
  return value
}

/** A token in a file belongs to the server of that file and must not reach another one. */
function isOfFile(url: string, { server, environment, file, cwd }: Asked): boolean {
  const isElsewhere = server !== undefined || environment.has('SKILL_RUNNER_URL')
  return !isElsewhere || bare(url) === bare(addressIn(file.settings, cwd))
}

const bare = (url: string): string => url.replace(/\/+$/, '')

/** A folder from elsewhere must not decide where the caller's token goes. */
function isNamedByFolder({ server, environment, file: { settings, isOfFolder } }: Asked): boolean {
  const hasUrl = environment.has('SKILL_RUNNER_URL') || settings.has('SKILL_RUNNER_URL')
  const names = hasUrl ? ['SKILL_RUNNER_URL'] : ['HOST', 'PORT']
  return server === undefined && isOfFolder && names.some((name) => settings.has(name) && !environment.has(name))
}

const notSentTo = (url: string): string =>
  `The settings file in this folder names the server ${plain(url)}. Your token is not sent to an address from a file. To use that server, add --server ${plain(url)}`

async function readToken(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new UsageError(`The token file cannot be read: ${messageOf(error)}`)
  }
}
