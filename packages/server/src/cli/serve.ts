import { flushCompileCache } from 'node:module'
import { networkInterfaces } from 'node:os'
import { version } from '../app/version.ts'
import type { App } from '../app.ts'
import { openApp } from '../app.ts'
import { hasCreatedTokens } from '../config/created-tokens.ts'
import { type Config, loadConfig } from '../config.ts'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { openLog } from '../lib/log.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { giveBackMemory, giveBackWhenIdle } from '../lib/memory.ts'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { closeInherited } from '../process/inherited.ts'
import { greetingOf } from './greeting.ts'
import { outsideUrls } from './outside-urls.ts'

const sameSignalMs = 1000

/** Serves until a signal says otherwise. */
export async function serve(): Promise<number> {
  // The data folder is closed to others; inside it a child of another user has to read what was made for it.
  process.umask(0o022)
  closeInherited()
  const loaded = await loadConfig({ env: process.env, cwd: process.cwd() })
  if (!loaded.ok) return refuse('The configuration is invalid:', loaded.problems)
  const { config } = loaded
  // Before the log creates it: other users must not read requests.
  makePrivateFolder(config.dataDir)
  const log = await openLog({ ...config.log, secrets: config.secrets })
  for (const notice of config.notices) log.logger.warn(notice)
  try {
    const app = await openApp({ config, logger: log.logger }).catch((error: unknown) => {
      log.logger.debug({ err: error }, 'server start failed')
      return refuse('The server could not start:', [reasonOf(error, config)])
    })
    if (typeof app === 'number') return app
    process.stdout.write(greeting(app, config))
    afterStart()
    await untilStopped(app)
    return 0
  } finally {
    log.close()
  }
}

/** What can wait until the first callers have been served. */
function afterStart(): void {
  setTimeout(() => {
    flushCompileCache()
    giveBackMemory()
    giveBackWhenIdle()
  }, 500).unref()
}

/** The store reports a folder that cannot be created, with a better message. */
function makePrivateFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700)
  } catch {}
}

function refuse(heading: string, reasons: readonly string[]): number {
  process.stderr.write(`${heading}\n${reasons.map((reason) => `  - ${reason}\n`).join('')}`)
  return 1
}

function reasonOf(error: unknown, { host, port, dataDir }: Config): string {
  if (codeOf(error) === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port: PORT=8001 npm start`
  if (codeOf(error) === 'EACCES' && Object(error).syscall === 'listen')
    return `Port ${port} on ${host} may not be used: low ports need the rights of root. Choose another port: PORT=8001 npm start`
  const trouble = diskTroubleOf(error)
  if (trouble === 'DISK_LOW')
    return `The disk of the data folder ${dataDir} is full. Free some space, or use another folder: SKILL_RUNNER_DATA_DIR=…`
  if (trouble === 'DATABASE_CORRUPT') return messageOf(error)
  if (trouble)
    return `The data folder ${dataDir} is not writable (${messageOf(error)}). Fix its permissions, or use another folder: SKILL_RUNNER_DATA_DIR=…`
  return messageOf(error)
}

function greeting({ url, runner }: App, { tokens, host, allowedHosts, dataDir }: Config): string {
  const { status, detail } = runner.sandbox
  const sandbox = `${status}${detail ? ` (${detail})` : ''}`
  const fromOutside = outsideUrls({ host, port: new URL(url).port, allowedHosts, interfaces: networkInterfaces() })
  return greetingOf({ version, url, sandbox, needsToken: tokens.length > 0 || hasCreatedTokens(dataDir), fromOutside })
}

/**
 * The first signal stops in order, a later one without waiting for runs. The end of the process that started us counts as one.
 * One press of Ctrl+C may come from the terminal, from npm and from the bootstrap, so what follows at once is the same one.
 */
async function untilStopped(app: App): Promise<void> {
  await new Promise<void>((resolve) => {
    let askedAt = 0
    const stop = () => {
      if (askedAt > 0) return performance.now() - askedAt > sameSignalMs ? app.hurry() : undefined
      askedAt = performance.now()
      app.runner.logger.info('stopping')
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
    process.channel?.unref()
    process.on('disconnect', stop)
  })
  await app.close()
}
