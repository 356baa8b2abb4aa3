import type { Interaction } from '../domain/conversation.ts'
import type { Job, Wish } from '../domain/job.ts'
import type { Run, RunError } from '../domain/run.ts'
import type { InteractionsTable, JobsTable, RunsTable } from './tables.ts'

/** A row as the domain speaks of it. The store is the only writer of these texts, so their shape is known. */
export function runOf(row: RunsTable): Run {
  const base = {
    id: row.id,
    projectId: row.projectId,
    caller: row.caller,
    skillId: row.skillId,
    skillVersion: row.skillVersion,
    skillDigest: row.skillDigest,
    temporary: row.temporary === 1,
    upload: row.uploadId,
    engine: row.engine,
    model: row.model,
    engineVersion: row.engineVersion,
    engineConfig: JSON.parse(row.engineConfig),
    fallbacks: JSON.parse(row.fallbacks),
    enginesTried: JSON.parse(row.enginesTried),
    dayLimits: JSON.parse(row.dayLimits),
    executionMode: row.executionMode,
    input: JSON.parse(row.input),
    parameter: JSON.parse(row.parameter),
    timeoutSec: row.timeoutSec,
    attempt: row.attempt,
    committed: {
      raspSeq: row.raspSeq,
      raspBytes: row.raspBytes,
      fcmpSeq: row.fcmpSeq,
      fcmpBytes: row.fcmpBytes,
      lastAt: row.lastEventAt,
    },
    warnings: JSON.parse(row.warnings),
    usage: row.usage === null ? null : JSON.parse(row.usage),
    interactionCount: row.interactionCount,
    autoDecisionCount: row.autoDecisionCount,
    lastAutoDecisionAt: row.lastAutoDecisionAt,
    session: row.sessionHandle,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    startedAt: row.startedAt,
    recoveryState: row.recoveryState,
    recoveredAt: row.recoveredAt,
    recoveryReason: row.recoveryReason,
  }
  const finishedAt = row.finishedAt ?? row.updatedAt
  switch (row.state) {
    case 'queued':
      return { ...base, state: 'queued', awaitingUpload: row.awaitingUpload === 1 }
    case 'waiting_user':
      return { ...base, state: 'waiting_user', pendingInteraction: row.pendingInteraction }
    case 'running':
      return {
        ...base,
        state: 'running',
        owner: row.owner ?? '',
        cancelRequestedAt: row.cancelRequestedAt,
        process: processOf(row),
      }
    case 'succeeded':
      return { ...base, state: 'succeeded', finishedAt, normalizationLevel: row.normalizationLevel }
    case 'failed':
    case 'canceled':
      return { ...base, state: row.state, finishedAt, error: errorOf(row.error ?? 'null') }
  }
}

/** Records of older versions may have errors without details. */
export function errorOf(json: string): RunError {
  const error = JSON.parse(json)
  return { ...error, details: error?.details ?? {} }
}

function processOf(row: RunsTable) {
  return row.processPid === null ? null : { pid: row.processPid, startTime: row.processStartTime ?? '' }
}

export function jobOf(row: JobsTable): Job {
  return {
    id: row.id,
    projectId: row.projectId,
    principal: row.principal,
    runId: row.runId,
    skillId: row.skillId,
    cacheHit: row.cacheHit === 1,
    temporary: row.tempRequest !== null,
    runtimeOptions: JSON.parse(row.runtimeOptions),
    createdAt: row.createdAt,
  }
}

export const jobRowOf = ({ temporary: _, ...job }: Job, tempRequest: Wish | null = null): JobsTable => ({
  ...job,
  cacheHit: job.cacheHit ? 1 : 0,
  runtimeOptions: JSON.stringify(job.runtimeOptions),
  tempRequest: tempRequest && JSON.stringify(tempRequest),
})

export function interactionOf(row: InteractionsTable): Interaction {
  const { id, attempt, askedAt, expiresAt, resolution, response, files, uploadId, answeredAt, answerKey } = row
  const answer = resolution && {
    resolution,
    response: JSON.parse(response ?? 'null'),
    files: JSON.parse(files ?? '[]'),
    upload: uploadId,
    at: answeredAt ?? askedAt,
    key: answerKey,
  }
  return { id, attempt, question: JSON.parse(row.question), askedAt, expiresAt, answer }
}
