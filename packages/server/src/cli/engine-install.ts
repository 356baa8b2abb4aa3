import { mkdir } from 'node:fs/promises'
import { cases } from '../installed/card.ts'
import type { InstallRequest } from '../installed/installer.ts'
import { installedLayout } from '../installed/layout.ts'
import { visibleEngines } from '../installed/overview.ts'
import type { InstallAction, InstallStatus } from '../installed/status.ts'
import { isExactVersion } from '../installed/version.ts'
import { Fault } from '../lib/fault.ts'
import type { EngineCommand } from './engine.ts'
import { sayingFaults, sayJson } from './engine-account.ts'
import { tableOf } from './table.ts'
import { openSession, type Session } from './tools.ts'
import { parseWords, say, UsageError } from './words.ts'

const common = `
  --json    one JSON document on stdout: engine, state, version, error, changes; or error if it could not be tried

If another installation is running, this command waits for it. Versions are kept side by side: runs that use another one continue.
Exit codes: 0 installed and in use, 1 not installed or not in use, 2 invalid arguments.
`

export const engineInstall: EngineCommand = {
  help: `skill-runner engine install <engine> [--version X.Y.Z] [--json]

Installs the CLI of an engine from npm (the version that this release was tested with, or --version), tests it, and uses it for new runs.
${common}`,
  run: (args) => run('install', args),
}

export const engineUpgrade: EngineCommand = {
  help: `skill-runner engine upgrade <engine> [--version X.Y.Z] [--force] [--json]

Installs the newest version from npm, or --version, and uses it if it works; otherwise the current version stays in use. With a sandbox, both
versions are probed (see "engine probe") and the differences are printed. A version that lost a required feature is used only with --force.
"engine rollback" returns to the previous version.
${common}`,
  run: (args) => run('upgrade', args),
}

async function run(action: InstallAction, args: readonly string[]): Promise<number> {
  const asked = askedFor(action, args)
  await using session = await openSession()
  if (session === null) return 1
  return await sayingFaults(asked.asJson, () => installAsked(session, asked))
}

type Asked = InstallRequest & { readonly asJson: boolean }

async function installAsked(session: Session, { asJson, ...asked }: Asked): Promise<number> {
  requireEngine(session, asked.engine)
  // Created first, with a private mode: other users must not read requests.
  await mkdir(session.config.dataDir, { recursive: true, mode: 0o700 })
  const end = await installed(session, asked)
  if (asJson) sayJson(documentOf(asked.engine, end))
  if (end.state !== 'succeeded') return failed(session, asked.engine, end)
  return asJson ? 0 : say(`${changed(end)}${asked.engine} ${end.version} is installed and in use.\n`)
}

const documentOf = (engine: string, { state, version, error, changes }: InstallStatus) => ({
  engine,
  state,
  version,
  error,
  changes: changes?.map(({ id, before, after, reason }) => ({ case: id, before, after, reason })) ?? null,
})

/** What the version does otherwise than the one before; empty: they were not compared. */
function changed({ changes }: InstallStatus): string {
  if (changes === null) return ''
  if (changes.length === 0) return 'No differences from the previous version were found.\n'
  const rows = changes.map(({ id, before, after, reason }) => [id, before ?? '–', after ?? '–', reason ?? cases[id].title])
  return tableOf([['CHANGED', 'BEFORE', 'NOW', 'WHAT'], ...rows])
}

function askedFor(action: InstallAction, args: readonly string[]): Asked {
  const flags = { version: { type: 'string' }, json: { type: 'boolean' } } as const
  const { values, positionals } = parseWords(args, action === 'upgrade' ? { ...flags, force: { type: 'boolean' } } : flags)
  const [engine, more] = positionals
  if (engine === undefined) throw new UsageError(`Name the engine to ${action}`)
  if (more !== undefined) throw new UsageError(`Unexpected argument "${more}": one engine at a time`)
  if (values.version !== undefined && !isExactVersion(values.version))
    throw new UsageError(`"${values.version}" is not an exact version like 1.2.3`)
  const force = 'force' in values ? { force: values.force === true } : {}
  return { action, engine, version: values.version, asJson: values.json === true, ...force }
}

function requireEngine({ engines }: Session, name: string): void {
  const cliOf = (engine: string) => engines.built[engine]?.cli
  const all = visibleEngines(engines)
  const installable = all.filter((engine) => typeof cliOf(engine) === 'object')
  if (!all.includes(name)) throw new UsageError(`There is no engine "${name}". Choose one of ${installable.join(', ')}`)
  const cli = cliOf(name)
  if (typeof cli === 'string') throw new UsageError(`${name} is part of the server: there is nothing to install`)
  if (!cli) throw new UsageError(`This version cannot install ${name}`)
  if (cli.withdrawn !== undefined) throw new Fault('ENGINE_NOT_INSTALLABLE', { engine: name, reason: cli.withdrawn })
}

/** A signal ends it in order: npm goes first. */
async function installed({ installer }: Session, asked: InstallRequest): Promise<InstallStatus> {
  const { done } = await installer.start(asked, { wait: true, onChange: progressPrinter(asked.engine) })
  const end = () => void installer.close()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, end)
  try {
    return await done
  } finally {
    for (const signal of signals) process.off(signal, end)
  }
}

const steps = {
  waiting: 'waiting for another installation to end',
  resolving: 'resolving the version',
  downloading: 'downloading',
  probing: 'testing it',
} as const

const tellEveryMs = 2000

/** One line for each step, and while bytes come one every two seconds. */
function progressPrinter(engine: string): (status: InstallStatus) => void {
  let told = ''
  let toldAt = 0
  return ({ state, step, version, bytes }) => {
    if (state !== 'running' || step === 'done') return
    const isNew = step !== told
    if (!isNew && (step !== 'downloading' || performance.now() - toldAt < tellEveryMs)) return
    told = step
    toldAt = performance.now()
    const which = step === 'downloading' && version !== null ? ` ${version}` : ''
    const size = isNew ? '' : `, ${Math.round(bytes / 2 ** 20)} MiB on disk`
    process.stderr.write(`${engine}: ${steps[step]}${which}${size} …\n`)
  }
}

function failed(session: Session, engine: string, end: InstallStatus): number {
  const before = session.installations.current(engine)
  const isThere = session.installations.version(engine, end.version ?? '') !== null
  const lines = [
    ...(isThere ? [`${changed(end)}${engine} was not upgraded. ${end.error}`] : lackOf(session, engine, end)),
    ...(before ? [`${before.version} stays in use.`] : []),
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
  return 1
}

const lackOf = ({ config }: Session, engine: string, { error, outputTail }: InstallStatus): string[] => [
  `${engine} was not installed. ${error}`,
  ...outputTail.slice(-5).map((line) => `  ${line}`),
  `The full output of npm is in ${installedLayout(config.npmPrefix).engine(engine).npmLog}`,
]
