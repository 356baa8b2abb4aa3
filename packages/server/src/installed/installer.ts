import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Cli } from '../engines/cli.ts'
import { type Clock, instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { type FileLock, tryLock } from '../lib/file-lock.ts'
import { sha256 } from '../lib/hash.ts'
import { messageOf } from '../lib/thrown.ts'
import { type InstallDeps, install, probeInUse, use, type Work } from './install.ts'
import type { Clis } from './installations.ts'
import type { EngineLayout } from './layout.ts'
import { readManaged } from './managed.ts'
import { neutral } from './neutral.ts'
import { openProgress, type Progress } from './progress.ts'
import { type InstallAction, type InstallStatus, idle, readStatus } from './status.ts'
import { tidy } from './tidy.ts'
import { isExactVersion } from './version.ts'

export interface InstallRequest {
  readonly action: InstallAction
  readonly engine: string
  /** Left out: the pinned one to install, the newest of npm to upgrade. */
  readonly version?: string | undefined
  /** Upgrade also to a version that has lost what we cannot do without. */
  readonly force?: boolean | undefined
}

interface InstallOptions {
  /** Wait while another one is under way, instead of refusing. */
  readonly wait?: boolean
  readonly onChange?: (status: InstallStatus) => void
}

/** An installation that goes on by itself. */
interface Installing {
  readonly status: InstallStatus
  /** Settles at its end, also when it failed: the status says so. */
  readonly done: Promise<InstallStatus>
}

/** Installs engines from npm, one at a time for all processes that share the folder. */
export interface Installer {
  /** Throws ENGINE_INSTALL_BUSY when another one is under way, unless told to wait for it. */
  start(request: InstallRequest, options?: InstallOptions): Promise<Installing>
  /** Of the last one, also that of another process. */
  status(engine: string): InstallStatus
  /** Switches to the previously used version and returns it. Called again, it switches back. */
  rollback(engine: string): Promise<string>
  /** Ends what is under way. */
  close(): Promise<void>
}

export interface InstallerDeps extends InstallDeps {
  readonly clis: Clis
  readonly clock: Clock
  readonly logger: Pick<Logger, 'info' | 'warn'>
}

/** More than any of them takes with a slow line. */
export const usualTimeoutMs = 10 * 60_000

export function openInstaller(deps: InstallerDeps): Installer {
  const { layout } = deps
  const closing = new AbortController()
  const underWay = new Map<Progress, { readonly engine: string; readonly done: Promise<InstallStatus> }>()
  return {
    async start(request, { wait: mayWait = false, onChange = () => {} } = {}) {
      const cli = requireCli(deps.clis, request)
      if (closing.signal.aborted) throw new Fault('SHUTTING_DOWN')
      await mkdir(layout.prefix, { recursive: true, mode: 0o755 })
      const lock = mayWait ? null : await requireLock(layout.lock, request)
      const progress = openProgress(layout.engine(request.engine), firstStatus(deps, request), onChange)
      const done = perform(deps, { ...request, cli, progress, signal: closing.signal }, lock).finally(() =>
        underWay.delete(progress),
      )
      underWay.set(progress, { engine: request.engine, done })
      return { status: progress.status(), done }
    },
    status(engine) {
      const own = [...underWay].find(([, work]) => work.engine === engine)
      return own ? own[0].status() : readStatus(layout, engine)
    },
    async rollback(engine) {
      const cli = requireCli(deps.clis, { engine })
      // Where there is nothing to go back to, no folder is made either.
      requirePrevious(engine, cli, layout.engine(engine))
      const lock = await requireLock(layout.lock, { engine })
      try {
        return await goBack(engine, cli, layout.engine(engine))
      } finally {
        lock.release()
      }
    },
    async close() {
      closing.abort()
      await Promise.all([...underWay.values()].map(({ done }) => done))
    },
  }
}

async function goBack(engine: string, cli: Cli, files: EngineLayout): Promise<string> {
  const previous = requirePrevious(engine, cli, files)
  await use(files, previous)
  return previous
}

function requirePrevious(engine: string, cli: Cli, files: EngineLayout): string {
  const { previous } = readManaged(engine, cli, files)
  if (previous === null) throw new Fault('ENGINE_NOTHING_BEFORE', { engine, reason: 'No other version was in use before.' })
  return previous
}

function requireCli(clis: Clis, { engine, version }: Omit<InstallRequest, 'action'>): Cli {
  const cli = clis[engine]
  const installable = Object.keys(clis).filter((name) => clis[name]?.withdrawn === undefined)
  if (!cli) throw new Fault('ENGINE_NOT_INSTALLABLE', { engine, installable })
  if (cli.withdrawn !== undefined) throw new Fault('ENGINE_NOT_INSTALLABLE', { engine, reason: cli.withdrawn, installable })
  if (version !== undefined && !isExactVersion(version)) throw new Fault('INVALID_REQUEST', { version, expected: 'like 1.2.3' })
  return cli
}

const lockTries = 5
const lockRetryMs = 20
const lookAgainMs = 200

/** Tried more than once: somebody who reads a status looks at the lock, and holds it for that moment. */
async function requireLock(file: string, { engine }: Pick<InstallRequest, 'engine'>): Promise<FileLock> {
  for (let left = lockTries; left > 0; left -= 1) {
    const lock = tryLock(file)
    if (lock) return lock
    await wait(lockRetryMs)
  }
  throw new Fault('ENGINE_INSTALL_BUSY', { engine })
}

async function waitForLock(file: string, progress: Progress, signal: AbortSignal): Promise<FileLock> {
  for (;;) {
    const lock = tryLock(file)
    if (lock) return lock
    await progress.update({ step: 'waiting' })
    await wait(lookAgainMs, null, { signal })
  }
}

const firstStatus = ({ clock }: InstallerDeps, { action, version }: InstallRequest): InstallStatus => ({
  ...idle,
  state: 'running',
  action,
  version: version ?? null,
  step: 'waiting',
  startedAt: instant(clock),
})

type Started = InstallRequest & Pick<Work, 'cli' | 'progress' | 'signal'>

async function perform(deps: InstallerDeps, started: Started, taken: FileLock | null): Promise<InstallStatus> {
  const { action, engine, version, force = false, progress, signal } = started
  const { layout, logger } = deps
  const markPrefix = `install-${sha256(layout.prefix).slice(0, 16)}:`
  let lock = taken
  try {
    lock ??= await waitForLock(layout.lock, progress, signal)
    await tidy(layout, markPrefix)
    await progress.publish()
    const marker = `${markPrefix}${randomBytes(6).toString('hex')}`
    const act = action === 'probe' ? probeInUse : install
    await act(deps, { ...started, force, asked: version ?? null, files: layout.engine(engine), marker })
    await progress.update({ state: 'succeeded', step: 'done', finishedAt: instant(deps.clock) })
    logger.info({ engine, version: progress.status().version }, action === 'probe' ? 'engine probed' : 'engine installed')
  } catch (error) {
    logger.warn(
      { engine, version: progress.status().version, reason: messageOf(error) },
      action === 'probe' ? 'engine probe failed' : 'engine installation failed',
    )
    await progress
      .update({ state: 'failed', error: neutral(messageOf(error)), finishedAt: instant(deps.clock) })
      .catch((cause: unknown) => logger.warn({ engine, err: cause }, 'cannot record the end of an engine installation'))
  } finally {
    lock?.release()
  }
  return progress.status()
}
