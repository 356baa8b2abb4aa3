import type { OutputRepair } from '../domain/output-repair.ts'
import type { QueuedPolicy } from '../domain/recovery.ts'
import type { SandboxMode } from '../domain/sandbox.ts'
import type { PackageLimits } from '../packages/stage.ts'
import type { Pace } from '../webhooks/back-off.ts'
import type { ReplyFileLimits } from '../workspace/replies.ts'
import type { UploadLimits } from '../workspace/upload-file.ts'

/** What the operator has set, in numbers. */
export interface Limits {
  readonly maxRunning: number
  readonly maxQueue: number
  /** Most that an attempt may take, whatever a skill or a request says. */
  readonly timeoutSec: number
  /** Where neither says anything. */
  readonly defaultTimeoutSec: number
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
  /** What becomes of a job with a model that its engine does not list. */
  readonly unknownModels: 'reject' | 'pass'
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

/** How long an attempt of a skill may take if the request does not say. */
export const usualTimeoutSec = (
  limits: Pick<Limits, 'timeoutSec' | 'defaultTimeoutSec'>,
  { timeoutMs }: { readonly timeoutMs: number | null },
): number => Math.min(timeoutMs === null ? limits.defaultTimeoutSec : Math.ceil(timeoutMs / 1000), limits.timeoutSec)
