import type { AttemptDeps } from '../attempt/deps.ts'
import { openEngines } from '../engines/enabled.ts'
import { unusableProxies } from '../gate/upstream.ts'
import { worldWith } from '../gate/world.ts'
import type { Metrics } from '../http/metrics.ts'
import type { DoorDeps } from '../http/routes/deps.ts'
import type { Asker } from '../installed/ask.ts'
import { openSettingsChecks } from '../installed/settings-checks.ts'
import { openWarmHomes } from '../installed/warm-home.ts'
import { systemClock } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { Turns } from '../lib/turns.ts'
import { Wakes } from '../lib/wakes.ts'
import { openStarter } from '../process/starter.ts'
import { openReceiptKeys } from '../receipts/keys.ts'
import { signedMoves } from '../runs/signed-moves.ts'
import { defaultRunAs, openIdentities } from '../sandbox/identities.ts'
import type { ExecSandbox } from '../sandbox/srt.ts'
import { loadPatchTexts } from '../skills/patch.ts'
import type { Store } from '../store/open.ts'
import { checkBy } from '../webhooks/check.ts'
import type { WebhookSecrets } from '../webhooks/secrets.ts'
import type { Layout } from '../workspace/layout.ts'
import { Placeholders } from '../workspace/placeholders.ts'
import type { Reserve } from '../workspace/reserve.ts'
import { openedCgroups } from './cgroups.ts'
import { openEvents } from './events.ts'
import { openFolders } from './folders.ts'
import { openInstalled } from './installed.ts'
import { limitsOf } from './limits.ts'
import type { AppOptions } from './options.ts'
import { isRoot, probedExecSandbox, probedSandbox } from './sandbox.ts'
import { openSkills } from './skills.ts'
import { openThreads } from './threads.ts'
import { version } from './version.ts'

/** All that intake, attempt, upkeep and the door work with. */
export interface Parts extends AttemptDeps, DoorDeps {
  readonly registry: DoorDeps['registry']
  /** Of commands of projects. */
  readonly execSandbox: ExecSandbox
  /** Aborted when the server closes: no CLI is asked anything then. */
  readonly asks: AbortController
}

export interface Base {
  readonly layout: Layout
  readonly store: Store
  readonly freeBytes: () => Promise<number>
  readonly reserve: Reserve
  readonly metrics: Metrics
  readonly webhookSecrets: WebhookSecrets
}

/** Opens every part once, each in a file of its own. */
export async function openParts(options: AppOptions, opened: AsyncDisposableStack, base: Base): Promise<Parts> {
  const { config, logger, env = process.env } = options
  const { layout, store, metrics, webhookSecrets } = base
  const wakes = new Wakes()
  const limits = { ...limitsOf(config), ...options.limits }
  const engines = openEngines(config)
  const [sandbox, cgroups] = await Promise.all([probedSandbox(config, layout, logger), openedCgroups(config, logger)])
  for (const name of unusableProxies(env)) logger.warn({ variable: name }, 'proxy ignored: only http:// proxies are supported')
  const identities = openIdentities(isRoot, config.runAs ?? defaultRunAs)
  const asks = new AbortController()
  const bounds = { cgroups, limits: limits.ofRuns, prefix: `${store.nodeId}:` }
  const asker: Asker = { sandbox, identities, homes: layout.asks, bounds, closing: asks.signal }
  const receiptKeys = await openReceiptKeys({ dataDir: layout.data, clock: systemClock, logger })
  const ledger = signedMoves({ store, layout, logger, receiptKeys, version })
  const log = opened.adopt(openEvents({ ledger, layout, engines, sandbox, wakes, metrics }), (it) => it.close())
  const { bounded, judge } = options.threads ?? openThreads(opened)
  const starter = opened.adopt(openStarter(`${store.nodeId}:starter`), (it) => it.close())
  await openFolders(layout)
  const { installer, ...installed } = openInstalled(options, engines, asker)
  opened.defer(() => installer.close())
  const skills = await openSkills(options, opened, { layout, store, engines, judge, limits: limits.packages, wakes })
  return {
    ...base,
    ...installed,
    ...skills,
    installer,
    asks,
    limits,
    log,
    ledger,
    receiptKeys,
    engines,
    sandbox,
    execSandbox: await probedExecSandbox(config, layout, logger, sandbox),
    identities,
    bounded,
    wakes,
    logger,
    inTurn: { replies: new Turns(), uploads: new Turns() },
    clock: systemClock,
    boot: newId('boot'),
    startChild: starter.start,
    cgroups,
    placeholders: new Placeholders(layout.placeholders),
    gateWorld: options.gateWorld ?? worldWith(env),
    secrets: [...config.secrets, ...webhookSecrets.all],
    checkWebhook: checkBy(config.webhooks.allow, webhookSecrets.of),
    warmHomes: openWarmHomes(layout.templates, asker, logger),
    settingsChecks: openSettingsChecks(asker),
    patchTexts: await loadPatchTexts(),
    env,
    passEnv: config.passEnv,
  }
}
