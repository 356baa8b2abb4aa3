import { mayRunScript } from '../domain/sandbox.ts'
import { overviewOf, visibleEngines } from '../installed/overview.ts'
import { capture } from '../process/capture.ts'
import { asRoot, type Check, fine } from './doctor-check.ts'
import { checkDatabase } from './doctor-database.ts'
import { deepChecks } from './doctor-deep.ts'
import { engineCheck } from './doctor-engines.ts'
import { checkData, checkDisk, checkSkills } from './doctor-folders.ts'
import { checkLimits } from './doctor-limits.ts'
import { checkNode } from './doctor-node.ts'
import { checkPort } from './doctor-port.ts'
import { fixForSandbox } from './doctor-sandbox.ts'
import { findServer, serverChecks } from './doctor-server.ts'
import { type Session, tryOpenSession } from './tools.ts'

/** In the order in which problems are best fixed. Nothing is changed by looking. */
export async function checkAll(deep: boolean): Promise<Check[]> {
  const opened = await tryOpenSession()
  const before = [checkNode(process.versions.node), await checkNpm()]
  if ('problems' in opened) return [...before, ...opened.problems.map(badSetting)]
  await using session = opened
  const { config } = session
  const server = await findServer(config)
  const always = [...before, fine('settings', 'Valid.'), await checkSetpriv(), await checkPerl()]
  const stored = deep ? await deepChecks(config) : []
  if (server) return [...always, ...(await serverChecks(server, config)), ...stored]
  return [
    ...always,
    await checkData(config),
    ...(await checkDatabase(config)),
    await checkDisk(config),
    checkSandbox(session),
    checkLimits(config),
    ...checkFilter(session),
    checkNetwork(session),
    await checkPort(config),
    await checkSkills(config),
    ...(await checkEngines(session)),
    ...stored,
  ]
}

/** What the environment says can be taken back; the rest stands in the file. */
function badSetting(message: string): Check {
  const [name = ''] = /\b(HOST|PORT|(LOG|E2B|SKILL_RUNNER)_[A-Z0-9_]+)\b/.exec(message) ?? []
  const fix = process.env[name] === undefined ? 'vi skill-runner.toml' : `unset ${name}`
  return { name: 'settings', ok: false, message, fix, needed: true }
}

async function checkNpm(): Promise<Check> {
  const { code, stdout } = await capture(['npm', '--version'], { timeoutMs: 20_000 })
  if (code === 0) return { ...fine('npm', `${stdout.trim()}.`), needed: false }
  const message = 'Not found on the PATH. It is needed to install engines.'
  return { name: 'npm', ok: false, message, fix: asRoot('apt-get install -y npm'), needed: false }
}

function checkSandbox({ sandbox: { status, detail }, config }: Session): Check {
  if (status === 'bubblewrap') return fine('sandbox', 'bubblewrap works: a test program ran in it.')
  const mayRun = mayRunScript({ mode: config.sandbox, status, builtIn: false })
  if (mayRun && detail === null) return fine('sandbox', 'Disabled by SKILL_RUNNER_SANDBOX.')
  const message = detail ?? 'It does not work.'
  return { name: 'sandbox', ok: false, message, fix: fixForSandbox(message), needed: true }
}

/** Runs work without it, with less around them. */
function checkFilter({ sandbox: { status, unfiltered } }: Session): Check[] {
  const name = 'system calls'
  if (status !== 'bubblewrap') return []
  if (unfiltered === null) return [{ ...fine(name, 'Filtered in the sandbox.'), needed: false }]
  const message = `Not filtered in the sandbox, so a run reaches more of the kernel (docs/security.md). ${unfiltered}`
  const fix = process.env['SKILL_RUNNER_SECCOMP'] === undefined ? null : 'unset SKILL_RUNNER_SECCOMP'
  return [{ name, ok: false, message, fix, needed: false }]
}

/** It may be what the operator wants. */
function checkNetwork({ sandbox: { status }, config }: Session): Check {
  if (status !== 'bubblewrap') return { ...fine('network', 'Open for all runs: there is no sandbox.'), needed: false }
  if (config.engineNetwork === 'gated') return fine('network', 'Engines reach public hosts only, through the gate.')
  const message =
    'SKILL_RUNNER_ENGINE_NETWORK=host: engines reach the loopback interface of this machine and its private networks.'
  return { name: 'network', ok: false, message, fix: 'unset SKILL_RUNNER_ENGINE_NETWORK', needed: false }
}

/** A server that runs as root needs setpriv to start its children as another user. */
async function checkSetpriv(): Promise<Check> {
  if (process.getuid?.() !== 0) return fine('setpriv', 'Not needed: the server does not run as root.')
  const { code, stdout } = await capture(['setpriv', '--version'], { timeoutMs: 20_000 })
  if (code === 0) return fine('setpriv', `${stdout.trim()}.`)
  const message = 'Not installed. It is needed because skills never run as root.'
  return { name: 'setpriv', ok: false, message, fix: 'apt-get install -y util-linux', needed: true }
}

/** Without it the server forks by itself, and answers nobody meanwhile. */
async function checkPerl(): Promise<Check> {
  const { code } = await capture(['perl', '-e', '1'], { timeoutMs: 20_000 })
  if (code === 0) return { ...fine('perl', 'Found: runs are started by a helper process.'), needed: false }
  const message = 'Not found on the PATH. Runs work without it, but each start stops the server for some milliseconds.'
  return { name: 'perl', ok: false, message, fix: asRoot('apt-get install -y perl-base'), needed: false }
}

async function checkEngines(session: Session): Promise<Check[]> {
  await session.installations.refresh()
  const { built, enabled } = session.engines
  const names = visibleEngines(session.engines).filter((name) => enabled.includes(name) && Object.hasOwn(built, name))
  const found = await Promise.all(names.map((name) => overviewOf(session, name)))
  return found.map((one) => engineCheck({ ...one, version: one.installation?.version ?? null }, session.config.programs))
}
