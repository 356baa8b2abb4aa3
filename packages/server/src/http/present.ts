import type { Artifact } from '@agent-skill-runner/contract/artifact.ts'
import type { PendingInteraction } from '@agent-skill-runner/contract/conversation.ts'
import type { JobResult, Job as JobView } from '@agent-skill-runner/contract/job.ts'
import type { RunConversationState, RunRequest } from '@agent-skill-runner/contract/run.ts'
import { type Interaction, usualReplyTimeoutSec } from '../domain/conversation.ts'
import { enginesOf } from '../domain/fail-over.ts'
import type { Job } from '../domain/job.ts'
import { awaitsUpload, type Run } from '../domain/run.ts'
import type { Webhook } from '../domain/webhook.ts'
import type { Result } from '../runs/read.ts'
import type { JobAndRun } from '../store/jobs.ts'
import type { ArtifactEntry } from '../workspace/manifest.ts'

/** The domain in the words of the wire. */
export function presentJob({ job, run }: JobAndRun, queuePosition: number | null): JobView {
  return {
    request_id: job.id,
    run_id: run.id,
    status: run.state,
    temporary: job.temporary,
    skill_id: run.skillId,
    skill_version: run.skillVersion,
    skill_digest: run.skillDigest,
    engine: run.engine,
    model: run.model,
    execution_mode: run.executionMode,
    attempt_number: run.attempt,
    cache_hit: job.cacheHit,
    awaiting_upload: awaitsUpload(run),
    queue_position: queuePosition,
    created_at: job.createdAt,
    // The run of a job that was answered from the cache is older than the job.
    updated_at: run.updatedAt < job.createdAt ? job.createdAt : run.updatedAt,
    started_at: run.startedAt,
    finished_at: 'finishedAt' in run ? run.finishedAt : null,
    pending_interaction_id: pendingOf(run),
    interaction_count: run.interactionCount,
    auto_decision_count: run.autoDecisionCount,
    last_auto_decision_at: run.lastAutoDecisionAt,
    recovery_state: run.recoveryState,
    recovered_at: run.recoveredAt,
    recovery_reason: run.recoveryReason,
    usage: presentUsage(run),
    ...presentBudget(job),
    ...presentTried(run),
    ...(run.fallbacks.length === 0 ? {} : { engines_left: run.fallbacks.map(({ engine }) => engine) }),
    warnings: [...run.warnings],
    error: 'error' in run ? run.error : null,
  }
}

/** The question that a run waits with. */
export const pendingOf = (run: Run): number | null => (run.state === 'waiting_user' ? run.pendingInteraction : null)

/** A run as a conversation: the same, how long its questions wait, and whether its logs may still grow. */
export function presentRun(found: JobAndRun, queuePosition: number | null): RunConversationState {
  const { runtimeOptions } = found.job
  return {
    ...presentJob(found, queuePosition),
    interactive_auto_reply: runtimeOptions.interactive_auto_reply ?? false,
    interactive_reply_timeout_sec: runtimeOptions.interactive_reply_timeout_sec ?? usualReplyTimeoutSec,
    poll_logs: found.run.state === 'queued' || found.run.state === 'running',
  }
}

/** How a run was asked for, so that it can be asked for again. What may be a password in an address is left out. */
export function presentRequest({ job, run }: JobAndRun, webhook: Webhook | null): RunRequest {
  const all = enginesOf(run)
  const [first = run] = all
  const [, model = first.model, effort = null] = /^(.+)@([a-z]+)$/.exec(first.model ?? '') ?? []
  return {
    request_id: job.id,
    skill_id: job.skillId,
    engine: first.engine === 'script' ? null : first.engine,
    ...(all.length < 2 ? {} : { engines: all.map(({ engine }) => engine) }),
    model,
    effort,
    runtime_options: { ...job.runtimeOptions, execution_mode: run.executionMode },
    has_engine_config: all.some(({ engineConfig }) => Object.keys(engineConfig).length > 0),
    webhook: webhook && {
      ...addressOf(webhook.url),
      events: [...webhook.events],
      secret_ref: webhook.secretRef,
    },
  }
}

function addressOf(text: string): { url: string; url_is_whole: boolean } {
  const { href, origin, pathname } = new URL(text)
  return { url: origin + pathname, url_is_whole: href === origin + pathname }
}

export function presentInteraction({ id, question, askedAt, expiresAt }: Interaction): PendingInteraction {
  return {
    interaction_id: id,
    kind: question.kind,
    prompt: question.prompt,
    options: question.options.map(({ value, label }) => ({ value, label })),
    ui_hints: { ...question.uiHints },
    default_decision_policy: question.defaultDecisionPolicy,
    required_fields: [...question.requiredFields],
    context: question.context === null ? {} : { text: question.context },
    asked_at: askedAt,
    expires_at: expiresAt,
  }
}

export function presentResult(jobId: string, run: Run, result: Result): JobResult {
  return {
    status: result.status,
    data: result.data,
    artifacts: presentArtifacts(jobId, result.artifacts),
    normalization_level: result.normalizationLevel,
    validation_warnings: [...run.warnings],
    error: result.error,
    usage: presentUsage(run),
    ...presentTried(run),
  }
}

/** Only where there is one: most jobs have none. */
function presentBudget({ runtimeOptions: { max_cost_usd, max_tokens } }: Job): Pick<JobView, 'budget'> {
  const budget = { ...(max_cost_usd === undefined ? {} : { max_cost_usd }), ...(max_tokens === undefined ? {} : { max_tokens }) }
  return Object.keys(budget).length === 0 ? {} : { budget }
}

function presentTried({ enginesTried }: Run): Pick<JobView, 'engines_tried'> {
  const tried = enginesTried.map(({ engine, model, errorCode, message }) => ({ engine, model, error_code: errorCode, message }))
  return tried.length === 0 ? {} : { engines_tried: tried }
}

function presentUsage({ usage }: Run): JobView['usage'] {
  if (usage === null) return null
  const { input, output, cached, costUsd } = usage
  return { input_tokens: input, output_tokens: output, cached_tokens: cached, cost_usd: costUsd }
}

export function presentArtifacts(jobId: string, entries: readonly ArtifactEntry[]): Artifact[] {
  return entries.map(({ role, path_rel: path, filename, mime, size, sha256, required }) => ({
    role,
    path,
    filename,
    mime,
    size,
    sha256,
    required,
    url: `/v1/jobs/${jobId}/artifacts/${path.split('/').map(encodeURIComponent).join('/')}`,
  }))
}
