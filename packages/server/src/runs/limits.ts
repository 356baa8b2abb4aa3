import type { ExecSettings } from '../domain/exec-limits.ts'
import type { NetworkBound } from '../domain/network.ts'
import type { OutputRepair } from '../domain/output-repair.ts'
import type { QueuedPolicy } from '../domain/recovery.ts'
import type { RunLimits } from '../domain/resource-limit.ts'
import type { SandboxMode } from '../domain/sandbox.ts'
import type { PackageLimits } from '../packages/stage.ts'
import type { Pace } from '../webhooks/back-off.ts'
import type { ReplyFileLimits } from '../workspace/replies.ts'
import type { UploadLimits } from '../workspace/upload-file.ts'

/** The limits of the server. */
export interface Limits {
  readonly maxRunning: number
  readonly maxQueue: number
  /** Most jobs that wait for an upload. */
  readonly maxAwaitingUpload: number
  /** Maximum time of an attempt, whatever a skill or request sets. */
  readonly timeoutSec: number
  /** The time if neither sets one. */
  readonly defaultTimeoutSec: number
  readonly silenceSec: number
  readonly maxOutputBytes: number
  /** Maximum resources of the children of an attempt, and the default; a skill can set less. */
  readonly ofRuns: RunLimits
  /** What commands, tasks and sessions of projects may do. */
  readonly exec: ExecSettings
  readonly retentionDays: number
  readonly uploads: UploadLimits
  /** Of skill packages, to be installed or for one run. */
  readonly packages: PackageLimits
  /** Of one reply. */
  readonly replyFiles: ReplyFileLimits
  /** With less free disk space than this, the server rejects new jobs and is not ready. */
  readonly diskLowBytes: number
  readonly restartQueued: QueuedPolicy
  readonly sandboxMode: SandboxMode
  /** The network of engines by default, and the maximum for skills. */
  readonly engineNetwork: NetworkBound
  /** Most tests of skills that run at once: each has a copy of its skill. */
  readonly maxEvals: number
  /** Most that a request may ask for. */
  readonly outputRepair: OutputRepair
  /** What happens to a job with a model that its engine does not list. */
  readonly unknownModels: 'reject' | 'pass'
  /** The time limit of the normalizer and of the fallback of a skill. */
  readonly programTimeoutMs: number
  /** Whether the audit has more than output and events. */
  readonly audit: 'full' | 'logs'
  /** When webhooks are retried. */
  readonly webhooks: Pace
  /** Time between two measurements of the disk use of runs. */
  readonly diskLookMs: number
  /** Most descriptors of the server. */
  readonly openFiles: number
  /** How long a run waits for descriptors before it fails. */
  readonly filesPatienceMs: number
  /** Time between two sweeps. */
  readonly sweepEveryMs: number
  /** Time between two runs of the reaper. */
  readonly reapEveryMs: number
  /** How long a stopping server waits for running attempts. */
  readonly shutdownGraceMs: number
}

/** How long an attempt of a skill may take if the request does not say. */
export const usualTimeoutSec = (
  limits: Pick<Limits, 'timeoutSec' | 'defaultTimeoutSec'>,
  { timeoutMs }: { readonly timeoutMs: number | null },
): number => Math.min(timeoutMs === null ? limits.defaultTimeoutSec : Math.ceil(timeoutMs / 1000), limits.timeoutSec)
