import type { Job, Principal, Wish } from '../domain/job.ts'
import { type Decided, nothingCommitted, type RunId, type RunIn, type UploadId } from '../domain/run.ts'
import { instant } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import type { IntakeDeps } from './deps.ts'

/** The decisions about a new run, beside the request itself. */
interface Beginning extends Decided {
  readonly id: RunId
  readonly temporary: boolean
  readonly upload: UploadId | null
  readonly awaitingUpload: boolean
}

export function newRun(deps: IntakeDeps, principal: Principal, wish: Wish, beginning: Beginning): RunIn<'queued'> {
  const now = instant(deps.clock)
  return {
    ...beginning,
    state: 'queued',
    projectId: principal.projectId,
    caller: principal.caller,
    executionMode: wish.runtime_options?.execution_mode ?? 'auto',
    input: wish.input ?? {},
    parameter: wish.parameter ?? {},
    enginesTried: [],
    dayLimits: principal.dayLimits ?? {},
    attempt: 0,
    committed: nothingCommitted,
    usage: null,
    interactionCount: 0,
    autoDecisionCount: 0,
    lastAutoDecisionAt: null,
    session: null,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    recoveryState: 'none',
    recoveredAt: null,
    recoveryReason: null,
  }
}

export function newJob(principal: Principal, run: RunIn<'queued'>, wish: Wish): Job {
  return {
    id: newId('job'),
    projectId: principal.projectId,
    principal: principal.name,
    runId: run.id,
    skillId: run.skillId,
    cacheHit: false,
    temporary: run.temporary,
    runtimeOptions: wish.runtime_options ?? {},
    createdAt: run.createdAt,
  }
}
