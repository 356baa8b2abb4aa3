import type { Config } from '../config.ts'
import { fileLimit, runsByFiles } from '../lib/shortage.ts'
import { usualPackageLimits } from '../packages/stage.ts'
import type { Limits } from '../runs/limits.ts'
import { usualPace } from '../webhooks/back-off.ts'
import { usualReplyFiles } from '../workspace/replies.ts'
import { usualUploadLimits } from '../workspace/upload-file.ts'

export function limitsOf(config: Config): Limits {
  const openFiles = fileLimit()
  const { diskLowBytes: keptFreeBytes } = config
  return {
    maxRunning: Math.min(config.maxRunningJobs, runsByFiles(openFiles)),
    maxQueue: config.maxQueue,
    maxAwaitingUpload: config.maxAwaitingUpload,
    timeoutSec: config.timeoutSec,
    defaultTimeoutSec: config.defaultTimeoutSec,
    silenceSec: config.silenceSec,
    maxOutputBytes: config.maxOutputBytes,
    ofRuns: { ...config.childLimits, run_bytes: config.maxRunBytes, run_files: config.maxRunFiles },
    exec: config.exec,
    uploads: { ...usualUploadLimits, totalBytes: config.maxUploadBytes, fileBytes: config.maxUploadBytes, keptFreeBytes },
    packages: { ...usualPackageLimits, archiveBytes: config.maxPackageBytes, keptFreeBytes },
    replyFiles: { ...usualReplyFiles, keptFreeBytes },
    retentionDays: config.retentionDays,
    diskLowBytes: config.diskLowBytes,
    restartQueued: config.restartQueued,
    sandboxMode: config.sandbox,
    engineNetwork: config.engineNetwork,
    maxEvals: 20,
    outputRepair: config.outputRepair,
    unknownModels: config.unknownModels,
    audit: config.audit,
    webhooks: usualPace,
    programTimeoutMs: 60_000,
    diskLookMs: 1000,
    openFiles,
    filesPatienceMs: 60_000,
    sweepEveryMs: 60_000,
    reapEveryMs: config.reaperIntervalSec * 1000,
    shutdownGraceMs: config.drainSec * 1000,
  }
}
