import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Workers } from './attempt/worker.ts'
import { type Bounded, judgeLimits, openBounded } from './bounded/pool.ts'
import type { Config } from './config.ts'
import { isTerminal, type Run } from './domain/run.ts'
import { type Engines, openEngines } from './engines/enabled.ts'
import { knownEngines } from './engines/index.ts'
import { type Profile, scriptProfile, unknownProfile } from './events/encode.ts'
import { EventLog } from './events/log.ts'
import { realWorld } from './gate/world.ts'
import { legacyRoutes } from './http/legacy.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { parseOpenApi } from './http/openapi.ts'
import { addPages } from './http/pages.ts'
import { adminActionRoutes } from './http/routes/admin-actions.ts'
import { conversationRoutes } from './http/routes/conversation.ts'
import { deliveryRoutes } from './http/routes/deliveries.ts'
import type { RouteDeps } from './http/routes/deps.ts'
import { engineRoutes } from './http/routes/engines.ts'
import { evidenceRoutes } from './http/routes/evidence.ts'
import { fileRoutes } from './http/routes/files.ts'
import { healthRoutes } from './http/routes/health.ts'
import { historyRoutes } from './http/routes/history.ts'
import { jobRoutes } from './http/routes/jobs.ts'
import { managedSkillRoutes } from './http/routes/managed-skills.ts'
import { managementRoutes } from './http/routes/management.ts'
import { packageRoutes } from './http/routes/packages.ts'
import { runRoutes } from './http/routes/runs.ts'
import { skillRoutes } from './http/routes/skills.ts'
import { tempRunRoutes } from './http/routes/temp-runs.ts'
import { buildServer, closeServer, type DoorLimits } from './http/server.ts'
import { openAgentHome } from './installed/agent-home.ts'
import type { Asker } from './installed/ask.ts'
import { openAuth } from './installed/auth.ts'
import type { Examine } from './installed/examine.ts'
import { clisOf, openInstallations } from './installed/installations.ts'
import { openInstaller, usualTimeoutMs } from './installed/installer.ts'
import { installedLayout } from './installed/layout.ts'
import { openModelLists } from './installed/model-lists.ts'
import { openSettingsChecks } from './installed/settings-checks.ts'
import { openWarmHomes } from './installed/warm-home.ts'
import { systemClock } from './lib/clock.ts'
import { freeBytesOf } from './lib/free-bytes.ts'
import { newId } from './lib/ids.ts'
import { Turns } from './lib/turns.ts'
import { Wakes } from './lib/wakes.ts'
import type { PackageDeps } from './packages/deps.ts'
import { limited } from './packages/limited.ts'
import { openPackages } from './packages/open.ts'
import { recoverPackages } from './packages/recover.ts'
import { shelfOf } from './packages/shelf.ts'
import { usualPackageLimits } from './packages/stage.ts'
import { capture } from './process/capture.ts'
import { type Limits, type RunnerDeps, topics } from './runs/deps.ts'
import { defaultRunAs, openIdentities } from './sandbox/identities.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { openSandbox } from './sandbox/wrap.ts'
import { loadPatchTexts } from './skills/patch.ts'
import { openRegistry } from './skills/registry.ts'
import { type Compile, schemaProblems } from './skills/schema-verdicts.ts'
import { openStore, type Store } from './store/open.ts'
import { openAutoReplies } from './upkeep/auto-reply.ts'
import { recover } from './upkeep/recover.ts'
import { sweep } from './upkeep/sweep.ts'
import { openSweeps, type Sweeps } from './upkeep/sweep-status.ts'
import { usualPace } from './webhooks/back-off.ts'
import { checkBy } from './webhooks/check.ts'
import { openSecrets, type WebhookSecrets } from './webhooks/secrets.ts'
import { openSender } from './webhooks/sender.ts'
import { type Layout, layoutOf } from './workspace/layout.ts'
import { removeTree } from './workspace/remove-tree.ts'
import { usualReplyFiles } from './workspace/replies.ts'
import { usualUploadLimits } from './workspace/upload-file.ts'

export interface AppOptions {
  readonly config: Config
  readonly logger: Logger
  /** For tests: small limits make long waits short. */
  readonly doorLimits?: Partial<DoorLimits>
  readonly limits?: Partial<Limits>
  /** For tests: a disk that fills up when they say so. */
  readonly freeBytes?: RunnerDeps['freeBytes']
  /** For tests: an internet of their own. */
  readonly gateWorld?: RunnerDeps['gateWorld']
  /** For tests: what engines may see some of. */
  readonly env?: NodeJS.ProcessEnv
  /** For tests: threads that serve many apps one after the other. Absent: its own, which end with it. */
  readonly threads?: Threads
}

/** Where schemas of skills and texts of runs are worked on. */
interface Threads {
  readonly bounded: Bounded
  /** Of schemas, when a skill is read. */
  readonly judge: Bounded
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
const isRoot = process.getuid?.() === 0

/** The only place that builds things: config → store → runner → door. Closed in the opposite order. */
export async function openApp(options: AppOptions): Promise<App> {
  const { config } = options
  await using opened = new AsyncDisposableStack()
  const layout = layoutOf(config.dataDir)
  const store = opened.adopt(await openStore(layout.data), (it) => it.close())
  const metrics = metricsOf(store, () => http.streams.size)
  const secrets = openSecrets(config.webhooks, layout.webhookSecret)
  const runner = await openRunner(options, opened, layout, store, metrics, secrets)
  await recover(runner)

  const workers = new Workers(runner)
  const sweeps = openSweeps(systemClock, runner.limits.sweepEveryMs, () => sweep(runner))
  const http = await openDoor(options, opened, { runner, attempts: workers, metrics, version, config, sweeps })
  const url = await http.listen({ host: config.host, port: config.port })
  void runner.registry.checkSchemas()
  opened.defer(askInBackground(runner))
  // Before the workers, so that it is stopped after them: what their end has to tell may still go out.
  const sender = openSender({
    ...runner,
    world: runner.gateWorld,
    allow: config.webhooks.allow,
    secretOf: secrets.of,
    pace: runner.limits.webhooks,
    userAgent: `agent-skill-runner/${version}`,
    onTried: (outcome) => metrics.webhookTried(outcome),
  })
  sender.start()
  opened.defer(() => sender.stop())
  workers.start()
  opened.defer(() => workers.stop())
  const autoReplies = openAutoReplies(runner)
  autoReplies.start()
  opened.defer(() => autoReplies.stop())
  opened.defer(sweepNowAndThen(runner, sweeps))

  const all = opened.move()
  return { url, runner, http, hurry: () => workers.hurry(), close: () => all.disposeAsync() }
}

/** What is configured, and who is signed in, so that the first job finds it known. Answers how to stop it, which waits for the one that is being asked. */
function askInBackground(runner: RunnerDeps): () => Promise<void> {
  const stop = new AbortController()
  const asking = askEngines(runner, stop.signal).catch((error) =>
    runner.logger.warn({ err: error }, 'an engine could not be asked'),
  )
  return async () => {
    stop.abort()
    await asking
  }
}

async function askEngines({ installations, engines, auth, modelLists }: RunnerDeps, stop: AbortSignal): Promise<void> {
  await installations.refresh()
  for (const name of engines.enabled) {
    const engine = engines.built[name]
    if (stop.aborted || !engine || !installations.current(name)) continue
    await auth.ready(engine)
    await modelLists.ask(engine)
  }
}

/** Packages being judged or waiting for it, of those who change skills and of all others: a schema waits for one of each, a minute when all are as bad as can be. */
const mostPackages = 20

async function openRunner(
  options: AppOptions,
  opened: AsyncDisposableStack,
  layout: Layout,
  store: Store,
  metrics: Metrics,
  webhookSecrets: WebhookSecrets,
): Promise<RunnerDeps> {
  const { config, logger } = options
  const wakes = new Wakes()
  const onMove = (run: Run) => {
    wakes.wake(topics.run(run.id))
    wakes.wake(topics.deliveries)
    if (isTerminal(run.state)) metrics.runFinished(run.state)
  }
  const engines = openEngines(config)
  const profileOf = (name: string): Profile => {
    const engine = engines.built[name]
    if (!engine) return name === 'script' ? scriptProfile : unknownProfile
    return { parser: engine.parserName, confidence: engine.confidence, echoes: engine.echoes ?? false }
  }
  const files = (run: string, attempt: number, protocol: 'rasp' | 'fcmp') => layout.run(run).events(attempt, protocol)
  const sandbox = await probedSandbox(config, layout, logger)
  const isWatched = sandbox.status !== 'bubblewrap'
  const log = new EventLog({ ledger: store.runs, files, clock: systemClock, onMove, profileOf, isWatched })
  const { bounded, judge } = options.threads ?? openThreads(opened)
  const limits = { ...limitsOf(config), ...options.limits }
  const compile = judge.compile.bind(judge)
  const judged = () => limited((skill) => schemaProblems(skill, compile), mostPackages)
  const check = { ...skillEngines(engines), judge: judged() }
  const guestCheck = { ...check, judge: judged() }
  const identities = openIdentities(isRoot, config.runAs ?? defaultRunAs)
  const asker: Asker = { sandbox, identities, homes: layout.asks }
  await Promise.all([layout.asks, layout.staging].map(removeTree))
  const installed = openInstalled(options, engines, asker)
  opened.defer(() => installed.installer.close())
  await Promise.all(
    [layout.runs, layout.requests, layout.homes, layout.sessions, layout.skills].map((folder) =>
      mkdir(folder, { recursive: true, mode: 0o700 }),
    ),
  )
  // Where there is no sandbox, a child has to get to its own; it cannot guess the others.
  await mkdir(layout.tempSkills, { recursive: true, mode: 0o711 })
  return {
    store,
    layout,
    wakes,
    inTurn: { replies: new Turns(), uploads: new Turns() },
    logger,
    freeBytes: options.freeBytes ?? freeBytesOf(layout.data),
    gateWorld: options.gateWorld ?? realWorld,
    clock: systemClock,
    boot: newId('boot'),
    secrets: [...config.secrets, ...webhookSecrets.all],
    checkWebhook: checkBy(config.webhooks.allow, webhookSecrets.of),
    limits,
    log: opened.adopt(log, (it) => it.close()),
    bounded,
    engines,
    ...installed,
    ...(await openSkills(options, opened, { layout, store, compile, check, guestCheck, limits: limits.packages })),
    sandbox,
    identities,
    warmHomes: openWarmHomes(layout.templates, asker, logger),
    settingsChecks: openSettingsChecks(asker),
    patchTexts: await loadPatchTexts(),
    env: options.env ?? process.env,
    passEnv: config.passEnv,
  }
}

type Installed = Pick<RunnerDeps, 'installations' | 'installer' | 'agentHome' | 'auth' | 'modelLists'>

/** What of the engines is on this machine, what brings them there, and who is signed in. */
function openInstalled(
  { config, logger, env = process.env }: Pick<AppOptions, 'config' | 'logger' | 'env'>,
  engines: Engines,
  asker: Asker,
): Installed & { readonly examine: Examine } {
  const parts = { layout: installedLayout(config.npmPrefix), clis: clisOf(engines.built), asker }
  const npm = { env, secrets: config.secrets }
  const installations = openInstallations({ ...parts, programs: config.programs })
  const agentHome = openAgentHome(config.agentHome)
  const facts = { asker, installations, agentHome, passEnv: config.passEnv, env }
  // Few ever need it, and a start does not wait for it.
  const examine: Examine = async (...asked) =>
    (await import('./probe/examine.ts')).examine({ ...parts, engines, clock: systemClock, logger }, ...asked)
  return {
    examine,
    installations,
    agentHome,
    auth: openAuth(facts),
    modelLists: openModelLists(facts),
    installer: openInstaller({ ...parts, npm, clock: systemClock, logger, timeoutMs: usualTimeoutMs, examine }),
  }
}

/** What the command line works with where no server is needed. */
export interface Tools extends Installed, AsyncDisposable {
  readonly asker: Asker
  readonly examine: Examine
  readonly engines: Engines
  readonly sandbox: Sandbox
  readonly sandboxMode: Limits['sandboxMode']
}

/** Works beside a running server: what it writes for its children lies in a folder of its own, and they are other users. */
export async function openTools(options: Pick<AppOptions, 'config' | 'logger' | 'env'>): Promise<Tools> {
  const { config, logger } = options
  const engines = openEngines(config)
  const own = await mkdtemp(join(tmpdir(), 'skill-runner-'))
  const sandbox = await probedSandbox(config, { ...layoutOf(config.dataDir), sandbox: join(own, 'sandbox') }, logger)
  const runAs = config.runAs ?? defaultRunAs
  const identities = openIdentities(isRoot, { from: Math.max(runAs.from, runAs.to - 15), to: runAs.to })
  const asker: Asker = { sandbox, identities, homes: join(own, 'homes') }
  const installed = openInstalled(options, engines, asker)
  const close = async () => {
    await installed.installer.close()
    await removeTree(own)
  }
  return { ...installed, asker, engines, sandbox, sandboxMode: config.sandbox, [Symbol.asyncDispose]: close }
}

const skillRoots = (config: Config) => ({ builtIn: `${repository}skills`, user: config.skillsDir })

type Skills = Pick<RunnerDeps, 'registry' | 'packages' | 'packageCheck'>

interface SkillParts extends Pick<PackageDeps, 'check' | 'guestCheck' | 'limits'> {
  readonly layout: Layout
  readonly store: Store
  /** For the registry, which asks for one skill at a time and must not be turned away. */
  readonly compile: Compile
}

/** The skills that are installed, and what installs them. What a dead server had begun is settled before they are read. */
async function openSkills({ config, logger }: AppOptions, opened: AsyncDisposableStack, parts: SkillParts): Promise<Skills> {
  const { layout, store, compile, check, guestCheck, limits } = parts
  const common = { shelf: shelfOf(config.skillsDir), store, snapshots: layout.skills, check, clock: systemClock, logger }
  await recoverPackages(common).catch((error) => logger.error({ err: error }, 'installations could not be reconciled'))
  const registry = opened.adopt(await openRegistry({ ...skillRoots(config), ...check, compile, log: logger }), (it) => it.close())
  return { registry, packages: openPackages({ ...common, guestCheck, registry, limits }), packageCheck: guestCheck }
}

/** What skills may name, and what those run on that name none. */
const skillEngines = ({ enabled }: Engines) => ({
  engines: knownEngines,
  ...(enabled.includes('replay') ? { usualEngines: knownEngines } : {}),
})

function openThreads(opened: AsyncDisposableStack): Threads {
  const open = (limits?: Parameters<typeof openBounded>[0]) => opened.adopt(openBounded(limits), (it) => it.close())
  // Schemas are judged when a skill is read, which is seldom: its thread goes at once, and takes its memory along.
  return { bounded: open(), judge: open({ ...judgeLimits, idleMs: 500 }) }
}

async function probedSandbox(config: Config, layout: Layout, logger: Logger): Promise<Sandbox> {
  const sandbox = await openSandbox({
    mode: config.sandbox,
    isRoot,
    runAs: config.runAs ?? defaultRunAs,
    searchPath: process.env['PATH'] ?? '',
    node: process.execPath,
    folder: layout.sandbox,
    reach: [layout.runs, layout.homes, layout.skills],
    capture,
  })
  if (sandbox.status !== 'bubblewrap')
    logger.warn({ sandbox_status: sandbox.status, reason: sandbox.detail }, 'runs have no sandbox')
  return sandbox
}

async function openDoor(
  options: AppOptions,
  opened: AsyncDisposableStack,
  routes: Omit<RouteDeps, 'openapi'>,
): Promise<FastifyInstance> {
  const { config, logger, doorLimits = {} } = options
  const openapi = parseOpenApi(await readFile(`${repository}openapi.json`))
  const { metrics, runner } = routes
  const actions = runner.store.adminActions
  const legacy = legacyRoutes(config.legacyRoutes)
  const http = buildServer({ config, log: logger, openapi, clock: systemClock, metrics, actions, limits: doorLimits, legacy })
  opened.defer(() => closeServer(http))
  for (const add of [
    jobRoutes,
    tempRunRoutes,
    conversationRoutes,
    historyRoutes,
    evidenceRoutes,
    deliveryRoutes,
    fileRoutes,
    runRoutes,
    skillRoutes,
    packageRoutes,
    engineRoutes,
    managedSkillRoutes,
    managementRoutes,
    adminActionRoutes,
    healthRoutes,
  ])
    add(http, { ...routes, openapi })
  legacy.add(http)
  addPages(http, openapi)
  return http
}

function metricsOf(store: Store, streams: () => number): Metrics {
  return createMetrics({
    skill_runner_runs_queued: { help: 'Runs that wait', value: async () => (await store.runs.counts()).queued },
    skill_runner_runs_running: { help: 'Runs under way', value: async () => (await store.runs.counts()).running },
    skill_runner_webhooks_pending: { help: 'Messages that are still to be taken', value: () => store.webhooks.pending() },
    skill_runner_event_streams: { help: 'Open event streams', value: streams },
  })
}

/** Answers how to stop it, which waits for a sweep that is under way. */
function sweepNowAndThen(runner: RunnerDeps, sweeps: Sweeps): () => Promise<void> {
  let sweeping: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = sweeping
      .then(() => Promise.all([sweeps.run(), runner.installations.refresh()]))
      .catch((error) => runner.logger.error({ err: error }, 'the sweep failed'))
  }, sweeps.everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await sweeping
  }
}

function limitsOf(config: Config): Limits {
  return {
    maxRunning: config.maxRunningJobs,
    maxQueue: config.maxQueue,
    timeoutSec: config.timeoutSec,
    silenceSec: config.silenceSec,
    maxOutputBytes: config.maxOutputBytes,
    uploads: { ...usualUploadLimits, totalBytes: config.maxUploadBytes, fileBytes: config.maxUploadBytes },
    packages: { ...usualPackageLimits, archiveBytes: config.maxPackageBytes },
    replyFiles: usualReplyFiles,
    retentionDays: config.retentionDays,
    diskLowBytes: config.diskLowBytes,
    restartQueued: config.restartQueued,
    sandboxMode: config.sandbox,
    outputRepair: config.outputRepair,
    audit: config.audit,
    webhooks: usualPace,
    programTimeoutMs: 60_000,
    sweepEveryMs: 60_000,
    shutdownGraceMs: 5000,
  }
}
