import { readFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openBounded } from './bounded/pool.ts'
import type { Config } from './config.ts'
import { isTerminal, type Run } from './domain/run.ts'
import { knownEngines } from './engines/known.ts'
import { EventLog } from './events/log.ts'
import { createMetrics } from './http/metrics.ts'
import { parseOpenApi } from './http/openapi.ts'
import { addPages } from './http/pages.ts'
import type { RouteDeps } from './http/routes/deps.ts'
import { evidenceRoutes } from './http/routes/evidence.ts'
import { healthRoutes } from './http/routes/health.ts'
import { jobRoutes } from './http/routes/jobs.ts'
import { skillRoutes } from './http/routes/skills.ts'
import { buildServer, closeServer, type DoorLimits } from './http/server.ts'
import { systemClock } from './lib/clock.ts'
import { newId } from './lib/ids.ts'
import { Wakes } from './lib/wakes.ts'
import { capture } from './process/probe.ts'
import { type Limits, type RunnerDeps, topics } from './runner/deps.ts'
import { recover } from './runner/recover.ts'
import { sweep } from './runner/sweep.ts'
import { Workers } from './runner/worker.ts'
import { defaultRunAs, openIdentities } from './sandbox/identities.ts'
import { openSandbox } from './sandbox/wrap.ts'
import { openRegistry } from './skills/registry.ts'
import { openStore } from './store/open.ts'
import { layoutOf } from './workspace/layout.ts'

export interface AppOptions {
  readonly config: Config
  readonly logger: Logger
  /** For tests: small limits make long waits short. */
  readonly doorLimits?: Partial<DoorLimits>
  readonly limits?: Partial<Limits>
}

export interface App {
  readonly url: string
  readonly runner: RunnerDeps
  readonly http: FastifyInstance
  /** Takes no new work, lets runs end for a while, ends the rest, and leaves true records. */
  close(): Promise<void>
  /** Asked again: does not wait for runs any longer. */
  hurry(): void
}

const repository = fileURLToPath(new URL('../../../', import.meta.url))
export const version: string = JSON.parse(readFileSync(`${repository}package.json`, 'utf8')).version
const sweepEveryMs = 60_000

/** The only place that builds things: config → store → runner → door. */
export async function openApp({ config, logger, doorLimits = {}, limits = {} }: AppOptions): Promise<App> {
  await using opened = new AsyncDisposableStack()
  const layout = layoutOf(config.dataDir)
  const store = opened.adopt(await openStore(layout.data), (it) => it.close())
  const isRoot = process.getuid?.() === 0
  const runAs = config.runAs ?? defaultRunAs
  const wakes = new Wakes()
  const metrics = createMetrics({
    skill_runner_runs_queued: { help: 'Runs that wait', value: async () => (await store.runs.counts()).queued },
    skill_runner_runs_running: { help: 'Runs under way', value: async () => (await store.runs.counts()).running },
    skill_runner_event_streams: { help: 'Open event streams', value: () => http.streams.size },
  })
  const onMove = (run: Run) => {
    wakes.wake(topics.run(run.id))
    if (isTerminal(run.state)) metrics.runFinished(run.state)
  }
  await Promise.all([layout.runs, layout.homes, layout.skills].map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })))

  const runner: RunnerDeps = {
    store,
    layout,
    wakes,
    logger,
    clock: systemClock,
    boot: newId('boot'),
    secrets: config.secrets,
    limits: { ...limitsOf(config), ...limits },
    log: opened.adopt(
      new EventLog({
        ledger: store.runs,
        files: (run, attempt, protocol) => layout.run(run).events(attempt, protocol),
        clock: systemClock,
        onMove,
      }),
      (it) => it.close(),
    ),
    registry: opened.adopt(
      await openRegistry({ builtIn: `${repository}skills`, user: config.skillsDir, engines: knownEngines, log: logger }),
      (it) => it.close(),
    ),
    bounded: opened.adopt(openBounded(), (it) => it.close()),
    sandbox: await openSandbox({
      mode: config.sandbox,
      isRoot,
      runAs,
      searchPath: process.env['PATH'] ?? '',
      node: process.execPath,
      folder: layout.sandbox,
      reach: [layout.runs, layout.homes, layout.skills],
      capture,
    }),
    identities: openIdentities(isRoot, runAs),
  }
  await recover(runner)

  const workers = new Workers(runner)
  const openapi = parseOpenApi(await readFile(`${repository}openapi.json`))
  const http = opened.adopt(
    buildServer({ config, log: logger, openapi, clock: systemClock, metrics, limits: doorLimits }),
    (it) => closeServer(it),
  )
  const routes: RouteDeps = { runner, workers, metrics, version }
  for (const add of [jobRoutes, evidenceRoutes, skillRoutes, healthRoutes]) add(http, routes)
  addPages(http, openapi)

  const url = await http.listen({ host: config.host, port: config.port })
  workers.start()
  opened.defer(() => workers.stop())
  const sweeping = setInterval(
    () => void sweep(runner).catch((error) => logger.error({ err: error }, 'the sweep failed')),
    sweepEveryMs,
  ).unref()
  opened.defer(() => clearInterval(sweeping))

  // Closed in the opposite order: first no more work, then the door, last the store.
  const all = opened.move()
  return { url, runner, http, hurry: () => workers.hurry(), close: () => all.disposeAsync() }
}

function limitsOf(config: Config): Limits {
  return {
    maxRunning: config.maxRunningJobs,
    maxQueue: config.maxQueue,
    timeoutSec: config.timeoutSec,
    silenceSec: config.silenceSec,
    maxOutputBytes: config.maxOutputBytes,
    retentionDays: config.retentionDays,
    diskLowBytes: config.diskLowBytes,
    restartQueued: config.restartQueued,
    sandboxMode: config.sandbox,
    shutdownGraceMs: 5000,
  }
}
