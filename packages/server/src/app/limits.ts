import type { Config } from '../config.ts'
import { usualPackageLimits } from '../packages/stage.ts'
import type { Limits } from '../runs/limits.ts'
import { usualPace } from '../webhooks/back-off.ts'
import { usualReplyFiles } from '../workspace/replies.ts'
import { usualUploadLimits } from '../workspace/upload-file.ts'

export function limitsOf(config: Config): Limits {
  return {
    maxRunning: config.maxRunningJobs,
    maxQueue: config.maxQueue,
    timeoutSec: config.timeoutSec,
    defaultTimeoutSec: config.defaultTimeoutSec,
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
    unknownModels: config.unknownModels,
    audit: config.audit,
    webhooks: usualPace,
    programTimeoutMs: 60_000,
    sweepEveryMs: 60_000,
    shutdownGraceMs: config.drainSec * 1000,
  }
}
