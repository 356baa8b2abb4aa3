import { usualReplyTimeoutSec } from '../domain/conversation.ts'
import { runError } from '../domain/failure.ts'
import { restartInterrupted } from '../domain/recovery.ts'
import { type Asking, isTerminal, type Run, type RunState } from '../domain/run.ts'
import { inputRequired, type RaspDraft, stateChanged, terminal, warning } from '../events/rasp.ts'
import { rejectUnsettled } from '../runs/reject-unsettled.ts'
import type { ManifestEntry } from '../workspace/manifest.ts'
import type { AttemptDeps } from './deps.ts'
import type { Ending } from './ending.ts'
import { noteAttempt } from './note-attempt.ts'
import type { Claimed } from './prepare.ts'

/** The last events, meta.json and the next state, in one commit. Null: another owner decided what became of the run. */
export async function record(deps: AttemptDeps, claimed: Claimed, ending: Ending): Promise<Run | null> {
  const moved = await move(deps, claimed, ending)
  if (moved || ending.asks === null) return moved
  // A question of a run that is being canceled is rejected: the run ends as canceled. If another owner was the reason, this move is rejected too.
  await rejectUnsettled(deps, claimed.run.id)
  const verdict = { trigger: 'run.canceled', error: runError('CANCELED_BY_USER') } as const
  return move(deps, claimed, { ...ending, verdict, asks: null })
}

function move(deps: AttemptDeps, claimed: Claimed, ending: Ending): Promise<Run | null> {
  const { run, job } = claimed
  const { verdict, warnings, normalizationLevel, usage } = ending
  const { trigger, error } = verdict
  const asks = askingOf(deps, claimed, ending)
  return deps.log.move({
    run: run.id,
    job: job?.id ?? null,
    trigger,
    fence: { attempt: run.attempt, owner: run.owner },
    warnings,
    normalizationLevel,
    ...(usage ? { usage } : {}),
    ...(error ? { error } : {}),
    ...(asks ? { asks } : {}),
    ...(trigger === 'restart.reconcile_failed'
      ? { recovery: { state: 'failed_reconciled', reason: restartInterrupted } as const }
      : {}),
    drafts: (from, to) => lastEvents(claimed, ending, asks, from, to),
    // meta.json counts the events, and is there once the state has changed.
    onWritten: (committed) => noteAttempt(deps, claimed, ending, committed),
  })
}

function askingOf(deps: AttemptDeps, { run, job }: Claimed, { asks }: Ending): Asking | null {
  if (asks === null) return null
  const { interactive_auto_reply: isAuto, interactive_reply_timeout_sec: seconds } = job?.runtimeOptions ?? {}
  const expiry = new Date(deps.clock.now().getTime() + (seconds ?? usualReplyTimeoutSec) * 1000)
  return { ...asks, interaction: run.interactionCount + 1, expiresAt: isAuto ? expiry.toISOString() : null }
}

function lastEvents({ run }: Claimed, ending: Ending, asks: Asking | null, from: RunState, to: RunState): RaspDraft[] {
  const { verdict, warnings, artifacts, changes } = ending
  const { trigger, error } = verdict
  const news = warnings.filter((one) => !run.warnings.some((old) => JSON.stringify(old) === JSON.stringify(one)))
  const last = asks
    ? askEvents(asks, from, to)
    : [stateChanged(from, to, trigger), ...(isTerminal(to) ? [terminal(to, error)] : [])]
  return [
    ...changes,
    ...artifacts.map(indexed),
    ...news.map(({ code, message, level }) => warning(code, message, level)),
    { type: 'lifecycle.completion', data: { state: to, reason_code: error?.code ?? (asks ? 'INPUT_REQUIRED' : 'OUTPUT_VALID') } },
    ...last,
  ]
}

function askEvents({ interaction, question: { kind, prompt, options } }: Asking, from: RunState, to: RunState): RaspDraft[] {
  return inputRequired(from, to, { interaction_id: interaction, kind, prompt, options: options.map((one) => ({ ...one })) })
}

const indexed = ({ role, path_rel: path, mime, size, sha256 }: ManifestEntry): RaspDraft => ({
  type: 'artifact.indexed',
  data: { path, role, mime, size, sha256 },
  artifact: path,
})
