import type { ProjectExec, SkillRunner } from '@agent-skill-runner/sdk/source'
import { connect, serverFlags, serverHelp } from './connect.ts'
import type { ServerFlags } from './destination.ts'
import { filesFlags, filesHelp } from './exec-files.ts'
import { pairsOf } from './given-values.ts'
import { numberOf } from './leaving.ts'
import { parseWords, UsageError } from './words.ts'

/** What every command below `exec` takes. */
export const projectFlags = { ...serverFlags, project: { type: 'string' } } as const

export const projectHelp = `  --project PROJECT    the project (default: default)
${serverHelp}`

interface ProjectFlags extends ServerFlags {
  readonly project?: string | undefined
}

/** The project that a command is for. */
export async function projectOf(values: ProjectFlags): Promise<ReturnType<SkillRunner['project']>> {
  return (await connect(values)).project(values.project ?? 'default')
}

export const keyHelp = `  --idempotency-key KEY
                       a repeat with the same key runs nothing, and tells what the first came to`

export const requestHelp = `  --session SESSION    the session that keeps what commands leave (default: default)
  --workdir FOLDER     where it runs, below the folder of the session (default: skill, the folder of the skill)
  --env NAME=VALUE     a variable; repeat it for more. Nothing of your environment is sent
  --timeout SECONDS    most seconds that it may take`

/** The same, and what only those take that run something. */
export const startHelp = `${requestHelp}
  --allow HOST         a host that it has to reach, like example.com; repeat it for more. The server has to allow it
${filesHelp}
${keyHelp}`

const requestFlags = {
  ...projectFlags,
  session: { type: 'string' },
  workdir: { type: 'string' },
  env: { type: 'string', multiple: true },
  timeout: { type: 'string' },
} as const

const startFlags = {
  ...requestFlags,
  ...filesFlags,
  allow: { type: 'string', multiple: true },
  'idempotency-key': { type: 'string' },
  follow: { type: 'boolean' },
} as const

const queryFlags = {
  ...requestFlags,
  field: { type: 'string' },
  done: { type: 'string', multiple: true },
  error: { type: 'string', multiple: true },
} as const

const serviceFlags = {
  ...startFlags,
  port: { type: 'string', multiple: true },
  ready: { type: 'string' },
  'startup-timeout': { type: 'string' },
} as const

/** A command as it was typed: its flags, and the request. */
export function requestIn(args: readonly string[]) {
  const { values, positionals } = parseWords(beforeDashes(args), startFlags)
  return { values, request: requestOf(values, positionals, args) }
}

/** The same of a service. */
export function serviceIn(args: readonly string[]) {
  const { values, positionals } = parseWords(beforeDashes(args), serviceFlags)
  const startup = numberOf('--startup-timeout', values['startup-timeout'])
  const request = {
    ...requestOf(values, positionals, args),
    ...(values.port === undefined ? {} : { expose_ports: values.port.map((port) => numberOf('--port', port) ?? 0) }),
    ...(values.ready === undefined ? {} : { ready_pattern: values.ready }),
    ...(startup === undefined ? {} : { startup_timeout_sec: startup }),
  }
  return { values, request }
}

/** A command that knows a state, and where that is in what it prints. */
export function queryIn(args: readonly string[]) {
  const { values, positionals } = parseWords(beforeDashes(args), queryFlags)
  const { command, ...rest } = requestOf(values, positionals, args)
  if (values.field === undefined) throw new UsageError('Name the field that holds the state: --field FIELD')
  if (!values.done || !values.error) throw new UsageError('Name the states that mean an end: --done STATE and --error STATE')
  const asked = { status_field: values.field, done_states: values.done, error_states: values.error }
  const request: Parameters<ProjectExec['query']>[0] = { ...withDefaults(rest), query_command: command, ...asked }
  return { values, request }
}

/** What the SDK lets nobody leave out there. */
const withDefaults = <R extends object>(request: R) => ({ session_id: 'default', workdir: 'skill', ...request })

interface RequestFlags {
  readonly session?: string | undefined
  readonly workdir?: string | undefined
  readonly env?: string[] | undefined
  readonly timeout?: string | undefined
  readonly allow?: string[] | undefined
}

function requestOf(values: RequestFlags, positionals: readonly string[], args: readonly string[]) {
  const [skill, ...words] = [...positionals, ...afterDashes(args)]
  if (skill === undefined) throw new UsageError('Name the skill, and behind -- the command')
  if (words.length === 0) throw new UsageError(`Write the command behind --: ${skill} -- COMMAND`)
  const timeout = numberOf('--timeout', values.timeout)
  const env = Object.fromEntries(pairsOf('--env', values.env ?? []))
  const request: Parameters<ProjectExec['run']>[0] = {
    skill_name: skill,
    command: lineOf(words),
    ...(values.session === undefined ? {} : { session_id: values.session }),
    ...(values.workdir === undefined ? {} : { workdir: values.workdir }),
    ...(values.env === undefined ? {} : { env }),
    ...(timeout === undefined ? {} : { timeout_sec: timeout }),
    ...(values.allow === undefined ? {} : { network: { allow: values.allow } }),
  }
  return request
}

const beforeDashes = (args: readonly string[]) => (args.includes('--') ? args.slice(0, args.indexOf('--')) : args)
const afterDashes = (args: readonly string[]) => (args.includes('--') ? args.slice(args.indexOf('--') + 1) : [])

/** One word is a line of shell. Several are a program and its arguments, which arrive as they were typed. */
export const lineOf = (words: readonly string[]): string => (words.length === 1 ? (words[0] ?? '') : words.map(quoted).join(' '))

const quoted = (word: string): string => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
