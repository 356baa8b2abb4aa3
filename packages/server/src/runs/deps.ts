import type { Logger } from 'pino'
import type { Bounded } from '../bounded/pool.ts'
import type { OutputRepair } from '../domain/output-repair.ts'
import type { QueuedPolicy } from '../domain/recovery.ts'
import type { BootId, JobId, RunId } from '../domain/run.ts'
import type { SandboxMode } from '../domain/sandbox.ts'
import type { Engines } from '../engines/enabled.ts'
import type { EventLog } from '../events/log.ts'
import type { World } from '../gate/world.ts'
import type { AgentHome } from '../installed/agent-home.ts'
import type { Auth } from '../installed/auth.ts'
import type { Installations } from '../installed/installations.ts'
import type { Installer } from '../installed/installer.ts'
import type { ModelLists } from '../installed/model-lists.ts'
import type { SettingsChecks } from '../installed/settings-checks.ts'
import type { WarmHomes } from '../installed/warm-home.ts'
import type { Clock } from '../lib/clock.ts'
import type { Turns } from '../lib/turns.ts'
import type { Wakes } from '../lib/wakes.ts'
import type { CheckOptions } from '../packages/check.ts'
import type { Packages } from '../packages/open.ts'
import type { PackageLimits } from '../packages/stage.ts'
import type { Identities } from '../sandbox/identities.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { PatchTexts } from '../skills/patch.ts'
import type { Registry } from '../skills/registry.ts'
import type { Store } from '../store/open.ts'
import type { Pace } from '../webhooks/back-off.ts'
import type { CheckWebhook } from '../webhooks/check.ts'
import { deliveriesTopic } from '../webhooks/sender.ts'
import type { Layout } from '../workspace/layout.ts'
import type { ReplyFileLimits } from '../workspace/replies.ts'
import type { UploadLimits } from '../workspace/upload-file.ts'

/** What the runner works with; built once in app.ts. */
export interface RunnerDeps {
  readonly limits: Limits
  readonly store: Store
  readonly log: EventLog
  readonly layout: Layout
  readonly registry: Registry
  readonly packages: Packages
  /** How skill packages are checked. */
  readonly packageCheck: Omit<CheckOptions, 'strict'>
  /** Refuses a webhook that leads where it must not, or that nobody could sign. */
  readonly checkWebhook: CheckWebhook
  readonly bounded: Bounded
  readonly engines: Engines
  readonly installations: Installations
  readonly installer: Installer
  readonly agentHome: AgentHome
  readonly auth: Auth
  readonly modelLists: ModelLists
  readonly warmHomes: WarmHomes
  readonly settingsChecks: SettingsChecks
  readonly patchTexts: PatchTexts
  /** The variables of the server, of which engines see some. */
  readonly env: NodeJS.ProcessEnv
  /** Names of variables that all engines may see. */
  readonly passEnv: readonly string[]
  readonly sandbox: Sandbox
  /** How gates look up names and dial. */
  readonly gateWorld: World
  /** Null: the server is not root. */
  readonly identities: Identities | null
  readonly wakes: Wakes
  readonly inTurn: InTurn
  /** Free bytes of the disk that holds the data. */
  readonly freeBytes: () => Promise<number>
  readonly clock: Clock
  readonly logger: Logger
  readonly boot: BootId
  /** Values that no log or event may show. */
  readonly secrets: readonly string[]
}

/** What must not happen twice at once to the same run or job. */
export interface InTurn {
  /** A person or the time-out answers a question: one wins, and only the files of that one lie in the folder of the run. */
  readonly replies: Turns<RunId>
  /** Uploads to one job may arrive together; the last step is taken by one after the other, so that one wins and nothing is mixed. */
  readonly uploads: Turns<JobId>
}

export interface Limits {
  readonly maxRunning: number
  readonly maxQueue: number
  readonly timeoutSec: number
  readonly silenceSec: number
  readonly maxOutputBytes: number
  readonly retentionDays: number
  readonly uploads: UploadLimits
  /** Of skill packages, to be installed or for one run. */
  readonly packages: PackageLimits
  /** Of one reply. */
  readonly replyFiles: ReplyFileLimits
  /** Less free disk than this, and the server takes no new jobs and is not ready. */
  readonly diskLowBytes: number
  readonly restartQueued: QueuedPolicy
  readonly sandboxMode: SandboxMode
  /** Most that a request may ask for. */
  readonly outputRepair: OutputRepair
  /** The normalizer and the fallback of a skill have this long, each. */
  readonly programTimeoutMs: number
  /** Whether more is kept of an attempt than what it printed and its events. */
  readonly audit: 'full' | 'logs'
  /** How webhooks are sent again. */
  readonly webhooks: Pace
  /** How long it is from one sweep to the next. */
  readonly sweepEveryMs: number
  /** How long a stopping server lets runs end by themselves. */
  readonly shutdownGraceMs: number
}

/** Nudged when a run may start, when one waits for a reply and not for ever, when somebody may have to be told, and when a run has moved. */
export const topics = {
  queue: 'queue',
  waiting: 'waiting',
  deliveries: deliveriesTopic,
  run: (id: string) => `run:${id}`,
} as const
