import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { type Question, usualReplyTimeoutSec } from '../domain/conversation.ts'
import type { Tokens } from '../domain/engine-event.ts'
import { runError } from '../domain/failure.ts'
import type { Job } from '../domain/job.ts'
import type { Exit } from '../domain/launch.ts'
import { restartInterrupted } from '../domain/recovery.ts'
import { type Asking, type CommitPoint, isTerminal, type Run, type RunIn, type RunState, type StopCause } from '../domain/run.ts'
import { usageAfter } from '../domain/usage.ts'
import { warningOf } from '../domain/warning.ts'
import type { EngineFailure } from '../engines/failure.ts'
import { inputRequired, type RaspDraft, stateChanged, terminal, warning } from '../events/rasp.ts'
import type { Level } from '../output/find.ts'
import type { RunnerDeps } from '../runs/deps.ts'
import { rejectUnsettled } from '../runs/reject-unsettled.ts'
import { questionOf } from '../talk/question.ts'
import type { Collected } from '../workspace/artifacts.ts'
import type { ManifestEntry } from '../workspace/manifest.ts'
import { tailOfLog } from '../workspace/read-log.ts'
import type { Seen } from './audit.ts'
import { indexArtifacts } from './index-artifacts.ts'
import { judge, type Verdict } from './judge.ts'
import { schemaNotes } from './native-schema.ts'
import { networkWarnings } from './network.ts'
import type { Performed, Stage } from './perform.ts'
import { settleOutput } from './settle-output.ts'
import { markerWarnings, meaningOf, missingMarker } from './turn-end.ts'

/** Everything the last event of an attempt and the row need. */
export interface Closing {
  readonly verdict: Verdict
  readonly warnings: readonly Warning[]
  readonly artifacts: readonly ManifestEntry[]
  /** Events about what the attempt did to its folder, and about how it ended. */
  readonly changes: readonly RaspDraft[]
  readonly normalizationLevel: Level
  readonly usage: Tokens | null
  /** What a person is asked, and the session that goes on with the answer; null: nobody is. */
  readonly asks: { readonly question: Question; readonly session: string } | null
  /** What is to be kept of the attempt itself, when it is known how many events it had. */
  readonly note?: (committed: CommitPoint, verdict: Verdict) => Promise<void>
}

/** From what the process left to what it means. */
export async function closingOf(deps: RunnerDeps, stage: Stage, performed: Performed, seen: Seen): Promise<Closing> {
  const { run, skill, layout, signal } = stage
  const { by } = performed
  const finished = performed.exit.kind === 'exited' && performed.exit.code === 0 && (by === null || by.heard.failure === null)
  const meaning = finished ? await meaningOf(deps, stage, performed) : 'settle'
  const isSettled = finished && (meaning === 'settle' || meaning === 'settle_softly')
  const settled = isSettled ? await settleOutput(deps, stage, performed, meaning) : null
  const exit: Exit = settled?.canceled ? { kind: 'canceled' } : performed.exit
  const outcome = settled?.outcome ?? null
  const collected = meaning === 'ask' ? nothingCollected : await indexArtifacts(deps, layout, skill, exit, outcome)
  const stderrTail = finished ? '' : (await tailOfLog(layout.stream(run.attempt, 'stderr'), 4096)).text
  const { trigger, error } = judge({
    exit,
    meaning,
    lostSession: by?.lostSession ?? false,
    sessionObstacle: by?.obstacle ?? null,
    maxAttempt: skill.maxAttempt,
    engineFailure: finished ? null : failureOf(performed, stderrTail),
    interrupted: signal.reason === ('shutdown' satisfies StopCause),
    stderrTail,
    timeoutSec: run.timeoutSec,
    outcome,
    missingArtifacts: collected.missing,
  })
  if (settled === null && trigger !== 'turn.needs_input') await rejectUnsettled(deps, run.id)
  const asked = trigger === 'turn.needs_input' ? questionOf(performed.left.message) : null
  return {
    verdict: { trigger, error: error && stage.refusals.explain(error) },
    artifacts: collected.manifest,
    changes: [...seen.drafts, ...missingMarker(stage, performed, finished)],
    normalizationLevel: outcome?.ok ? outcome.level : null,
    usage: by && usageAfter(run.usage, settled?.usage ?? by.heard.usage, by.start.countsOn),
    asks: asked && { question: asked.question, session: by?.heard.session ?? '' },
    warnings: withoutRepeats([
      // What earlier attempts of the conversation told still holds.
      ...run.warnings,
      ...sandboxWarning(deps),
      ...networkWarnings(deps, skill),
      ...stage.refusals.warnings(),
      ...seen.warnings,
      ...(by ? [...schemaNotes(by.start.native), ...by.warnings] : []),
      ...markerWarnings(performed, finished, meaning),
      ...(asked?.problem ? [notUnderstood(asked.problem)] : []),
      ...(settled?.warnings ?? []),
      ...(outcome?.warnings ?? []),
      ...collected.warnings,
    ]),
  }
}

/** A turn that asks leaves its files for the next one; they are indexed when the run ends. */
const nothingCollected: Collected = { manifest: [], missing: [], warnings: [] }

function failureOf({ exit, by }: Performed, stderrTail: string): EngineFailure | null {
  if (by === null) return null
  const { failure: reason, understood } = by.heard
  return by.start.engine.failureOf({ exit, reason, understood, stderrTail })
}

const notUnderstood = (problem: string): Warning =>
  warningOf('QUESTION_NOT_UNDERSTOOD', `The form of the question could not be read, so it is asked as free text: ${problem}`)

function withoutRepeats(warnings: readonly Warning[]): Warning[] {
  const told = new Map(warnings.map((one) => [JSON.stringify(one), one]))
  return [...told.values()]
}

function sandboxWarning({ sandbox }: RunnerDeps): Warning[] {
  if (sandbox.status === 'bubblewrap') return []
  const message = `This run had no sandbox (${sandbox.status}): ${sandbox.reason ?? 'switched off by configuration'}`
  return [warningOf('SANDBOX_NOT_IN_FORCE', message)]
}

/** The last events and the next state, in one commit. Null: somebody else decided what became of the run. */
export async function close(deps: RunnerDeps, run: RunIn<'running'>, job: Job | null, closing: Closing): Promise<Run | null> {
  const moved = await move(deps, run, job, closing)
  if (moved || closing.asks === null) return moved
  // A question is refused when somebody wants the run canceled: then that is its end. Where it was refused for another owner, this is too.
  const verdict: Verdict = { trigger: 'run.canceled', error: runError('CANCELED_BY_USER') }
  await rejectUnsettled(deps, run.id)
  return move(deps, run, job, { ...closing, verdict, asks: null })
}

function move(deps: RunnerDeps, run: RunIn<'running'>, job: Job | null, closing: Closing): Promise<Run | null> {
  const { verdict, warnings, normalizationLevel, usage, note } = closing
  const { trigger, error } = verdict
  const asks = askingOf(deps, run, job, closing)
  return deps.log.move({
    run: run.id,
    job: job?.id ?? null,
    trigger,
    fence: { attempt: run.attempt, owner: run.owner },
    warnings,
    normalizationLevel,
    ...(usage ? { usage } : {}),
    ...(note ? { onWritten: (committed) => note(committed, verdict) } : {}),
    ...(error ? { error } : {}),
    ...(asks ? { asks } : {}),
    ...(trigger === 'restart.reconcile_failed'
      ? { recovery: { state: 'failed_reconciled', reason: restartInterrupted } as const }
      : {}),
    drafts: (from, to) => lastEvents(run, closing, asks, from, to),
  })
}

function askingOf(deps: RunnerDeps, run: RunIn<'running'>, job: Job | null, { asks }: Closing): Asking | null {
  if (asks === null) return null
  const { interactive_auto_reply: isAuto, interactive_reply_timeout_sec: seconds } = job?.runtimeOptions ?? {}
  const expiry = new Date(deps.clock.now().getTime() + (seconds ?? usualReplyTimeoutSec) * 1000)
  return { ...asks, interaction: run.interactionCount + 1, expiresAt: isAuto ? expiry.toISOString() : null }
}

function lastEvents(
  { warnings: before }: RunIn<'running'>,
  { verdict: { trigger, error }, warnings, artifacts, changes }: Closing,
  asks: Asking | null,
  from: RunState,
  to: RunState,
): RaspDraft[] {
  const news = warnings.filter((one) => !before.some((old) => JSON.stringify(old) === JSON.stringify(one)))
  const ending = asks
    ? askEvents(asks, from, to)
    : [stateChanged(from, to, trigger), ...(isTerminal(to) ? [terminal(to, error)] : [])]
  return [
    ...changes,
    ...artifacts.map(indexed),
    ...news.map(({ code, message, level }) => warning(code, message, level)),
    { type: 'lifecycle.completion', data: { state: to, reason_code: error?.code ?? (asks ? 'INPUT_REQUIRED' : 'OUTPUT_VALID') } },
    ...ending,
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
