import type { AttemptDeps } from '../attempt/deps.ts'
import { openEngines } from '../engines/enabled.ts'
import { realWorld } from '../gate/world.ts'
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
import { defaultRunAs, openIdentities } from '../sandbox/identities.ts'
import { loadPatchTexts } from '../skills/patch.ts'
import type { Store } from '../store/open.ts'
import { checkBy } from '../webhooks/check.ts'
import type { WebhookSecrets } from '../webhooks/secrets.ts'
import type { Layout } from '../workspace/layout.ts'
import { openEvents } from './events.ts'
import { openFolders } from './folders.ts'
import { openInstalled } from './installed.ts'
import { limitsOf } from './limits.ts'
import type { AppOptions } from './options.ts'
import { isRoot, probedSandbox } from './sandbox.ts'
import { openSkills } from './skills.ts'
import { openThreads } from './threads.ts'

/** All that intake, attempt, upkeep and the door work with. */
export interface Parts extends AttemptDeps, DoorDeps {
  readonly registry: DoorDeps['registry']
}

export interface Base {
  readonly layout: Layout
  readonly store: Store
  readonly freeBytes: () => Promise<number>
  readonly metrics: Metrics
  readonly webhookSecrets: WebhookSecrets
}

/** Opens every part once, each in a file of its own. */
export async function openParts(options: AppOptions, opened: AsyncDisposableStack, base: Base): Promise<Parts> {
  const { config, logger } = options
  const { layout, store, metrics, webhookSecrets } = base
  const wakes = new Wakes()
  const limits = { ...limitsOf(config), ...options.limits }
  const engines = openEngines(config)
  const sandbox = await probedSandbox(config, layout, logger)
  const identities = openIdentities(isRoot, config.runAs ?? defaultRunAs)
  const asker: Asker = { sandbox, identities, homes: layout.asks }
  const log = opened.adopt(openEvents({ store, layout, engines, sandbox, wakes, metrics }), (it) => it.close())
  const { bounded, judge } = options.threads ?? openThreads(opened)
  const starter = opened.adopt(openStarter(`${store.instanceId}:starter`), (it) => it.close())
  await openFolders(layout)
  const { installer, ...installed } = openInstalled(options, engines, asker)
  opened.defer(() => installer.close())
  const skills = await openSkills(options, opened, { layout, store, engines, judge, limits: limits.packages })
  return {
    ...base,
    ...installed,
    ...skills,
    installer,
    limits,
    log,
    engines,
    sandbox,
    identities,
    bounded,
    wakes,
    logger,
    inTurn: { replies: new Turns(), uploads: new Turns() },
    clock: systemClock,
    boot: newId('boot'),
    startChild: starter.start,
    gateWorld: options.gateWorld ?? realWorld,
    secrets: [...config.secrets, ...webhookSecrets.all],
    checkWebhook: checkBy(config.webhooks.allow, webhookSecrets.of),
    warmHomes: openWarmHomes(layout.templates, asker, logger),
    settingsChecks: openSettingsChecks(asker),
    patchTexts: await loadPatchTexts(),
    env: options.env ?? process.env,
    passEnv: config.passEnv,
  }
}
