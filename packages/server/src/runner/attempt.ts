import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Logger } from 'pino'
import type { Tokens } from '../domain/engine-event.ts'
import { runError } from '../domain/failure.ts'
import type { Exit, Identity } from '../domain/launch.ts'
import { type OutputRepair, permittedRepair } from '../domain/output-repair.ts'
import { restartInterrupted } from '../domain/recovery.ts'
import { type CommitPoint, isTerminal, type Run, type RunError, type RunIn } from '../domain/run.ts'
import { usageAfter } from '../domain/usage.ts'
import { warningOf } from '../domain/warning.ts'
import type { EngineFailure } from '../engines/failure.ts'
import { Fenced } from '../events/open-log.ts'
import { type RaspDraft, stateChanged, terminal, warning } from '../events/rasp.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { Fault } from '../lib/fault.ts'
import { sha256 } from '../lib/hash.ts'
import type { Level } from '../output/find.ts'
import { pinnedSkill } from '../skills/snapshot.ts'
import type { EngineFacts } from '../workspace/audit.ts'
import type { RunLayout } from '../workspace/layout.ts'
import type { ManifestEntry } from '../workspace/manifest.ts'
import { dropHome, prepare, reclaim, seal } from '../workspace/prepare.ts'
import { tailOfLog } from '../workspace/read-log.ts'
import { openAudit, type Seen } from './audit.ts'
import type { RunnerDeps } from './deps.ts'
import { indexArtifacts } from './index-artifacts.ts'
import { judge, type Verdict } from './judge.ts'
import { schemaNotes } from './native-schema.ts'
import { networkWarnings } from './network.ts'
import { noteAttempt } from './note-attempt.ts'
import { type Performed, perform, type Stage } from './perform.ts'
import { persistently } from './persistently.ts'
import { openRefusals } from './refusals.ts'
import { settleOutput } from './settle-output.ts'
import { withFiles } from './with-files.ts'

/** Why an attempt is asked to stop. */
export type StopCause = 'canceled' | 'shutdown'

/** One subprocess, from a claimed run to its next state. Null: somebody else decided what became of the run. */
export async function runAttempt(
  deps: RunnerDeps,
  run: RunIn<'running'>,
  signal: AbortSignal,
  noMoreTime: AbortSignal,
): Promise<Run | null> {
  const [job] = await deps.store.jobs.ofRun(run.id)
  const jobId = job?.id ?? null
  const logger = deps.logger.child({ request_id: jobId, run_id: run.id, attempt: run.attempt })
  const repair = permittedRepair(job?.runtimeOptions.output_repair, deps.limits.outputRepair)
  const closing = await attempt(deps, run, jobId, repair, signal, logger).catch((error) => afterAccident(error, logger))
  const moved = closing && (await persistently(() => close(deps, run, jobId, closing), noMoreTime, logger))
  logger.info({ status: moved?.state ?? null, error_code: closing?.verdict.error?.code ?? null }, 'attempt ended')
  return moved
}

/** Everything the last event and the row need. */
interface Closing {
  readonly verdict: Verdict
  readonly warnings: readonly Warning[]
  readonly artifacts: readonly ManifestEntry[]
  /** Events about what the attempt did to its folder. */
  readonly changes: readonly RaspDraft[]
  readonly normalizationLevel: Level
  readonly usage: Tokens | null
  /** What is to be kept of the attempt itself, when it is known how many events it had. */
  readonly note?: (committed: CommitPoint) => Promise<void>
}

async function attempt(
  deps: RunnerDeps,
  claimed: RunIn<'running'>,
  job: string | null,
  repair: OutputRepair,
  signal: AbortSignal,
  logger: Logger,
): Promise<Closing> {
  const layout = deps.layout.run(claimed.id)
  const identity = deps.identities?.take() ?? null
  try {
    const { skill, folder } = await pinnedSkill(deps.layout.skills, claimed.skillDigest, claimed.skillId)
    const places = deps.sandbox.places({ workspace: layout.root, skill: folder, home: layout.home, node: process.execPath })
    const run = await withFiles(deps, claimed, job, skill, places)
    await prepare(run, layout, identity)
    const startedAt = deps.clock.now()
    const mark = markOf(deps, run)
    const refusals = openRefusals(logger)
    await using audit = openAudit(deps, { run, layout, skill })
    const stage: Stage = { run, skill, skillFolder: folder, layout, places, mark, identity, signal, refusals }
    const performed = await perform(deps, job, stage, audit)
    const { exit } = performed
    logger.debug({ exit }, 'process ended')
    await reclaim(layout)
    const seen = await audit.end(performed.secrets, logger)
    const closing = await closingOf(deps, stage, performed, repair, seen)
    const facts = { ...closing, ...performed, startedAt, endedAt: deps.clock.now(), engine: engineFacts(performed) }
    return { ...closing, note: noteAttempt(deps, run, audit, facts, logger) }
  } finally {
    await tidy(layout, identity, logger)
    if (identity) deps.identities?.release(identity)
  }
}

/** What must be done before the user of the child may become that of another run. */
async function tidy(layout: RunLayout, identity: Identity | null, logger: Logger): Promise<void> {
  const told = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  if (identity) await seal(layout, { uid: 0, gid: 0 }).catch(told('the folders of the run could not be closed'))
  await dropHome(layout).catch(told('the home of the run could not be removed'))
}

/** From what the process left to what it means. */
async function closingOf(
  deps: RunnerDeps,
  stage: Stage,
  performed: Performed,
  repair: OutputRepair,
  seen: Seen,
): Promise<Closing> {
  const { run, skill, layout, signal } = stage
  const { by } = performed
  const finished = performed.exit.kind === 'exited' && performed.exit.code === 0 && (by === null || by.heard.failure === null)
  const outcome = finished ? await settleOutput(deps, { ...stage, ...performed.left }, repair) : null
  const exit: Exit = finished && outcome === null ? { kind: 'canceled' } : performed.exit
  const { manifest, missing, warnings } = await indexArtifacts(deps, layout, skill, exit, outcome)
  const stderrTail = finished ? '' : (await tailOfLog(layout.stream(run.attempt, 'stderr'), 4096)).text
  const { trigger, error } = judge({
    exit,
    engineFailure: finished ? null : failureOf(performed, stderrTail),
    interrupted: signal.reason === ('shutdown' satisfies StopCause),
    stderrTail,
    timeoutSec: run.timeoutSec,
    outcome,
    missingArtifacts: missing,
  })
  return {
    verdict: { trigger, error: error && stage.refusals.explain(error) },
    artifacts: manifest,
    changes: seen.drafts,
    normalizationLevel: outcome?.ok ? outcome.level : null,
    usage: by && usageAfter(run.usage, by.heard.usage, by.start.countsOn),
    warnings: [
      ...sandboxWarning(deps),
      ...networkWarnings(deps, skill),
      ...stage.refusals.warnings(),
      ...seen.warnings,
      ...modeWarning(run),
      ...(by ? [...schemaNotes(by.start.native), ...by.warnings] : []),
      ...(outcome?.warnings ?? []),
      ...warnings,
    ],
  }
}

function failureOf({ exit, by }: Performed, stderrTail: string): EngineFailure | null {
  if (by === null) return null
  const { failure: reason, understood } = by.heard
  return by.start.engine.failureOf({ exit, reason, understood, stderrTail })
}

function engineFacts({ by }: Performed): EngineFacts | null {
  if (by === null) return null
  const { version, settings, native } = by.start
  const schema = native.schema === null ? null : { relaxations: native.relaxations }
  return { cliVersion: version, configDigest: sha256(canonicalJson(settings)), session: by.heard.session, schema }
}

/** The last events and the terminal state, in one commit. */
function close(
  deps: RunnerDeps,
  run: RunIn<'running'>,
  job: string | null,
  { verdict, warnings, artifacts, changes, normalizationLevel, usage, note }: Closing,
): Promise<Run | null> {
  const { trigger, error } = verdict
  return deps.log.move({
    run: run.id,
    job,
    trigger,
    fence: fenceOf(run),
    warnings,
    normalizationLevel,
    ...(usage ? { usage } : {}),
    ...(note ? { onWritten: note } : {}),
    ...(error ? { error } : {}),
    ...(trigger === 'restart.reconcile_failed'
      ? { recovery: { state: 'failed_reconciled', reason: restartInterrupted } as const }
      : {}),
    drafts: (from, to): RaspDraft[] => [
      ...changes,
      ...artifacts.map(indexed),
      ...warnings.map(({ code, message, level }) => warning(code, message, level)),
      { type: 'lifecycle.completion', data: { state: to, reason_code: error?.code ?? 'OUTPUT_VALID' } },
      stateChanged(from, to, trigger),
      ...(isTerminal(to) ? [terminal(to, error)] : []),
    ],
  })
}

/** Something went wrong that is no answer of the skill: the run still ends, and says why. */
function afterAccident(error: unknown, logger: Logger): Closing | null {
  if (error instanceof Fenced) {
    logger.warn({ err: error }, 'the attempt was overtaken')
    return null
  }
  logger.error({ err: error }, 'the attempt failed')
  return {
    verdict: { trigger: 'turn.failed', error: accidentOf(error) },
    warnings: [],
    artifacts: [],
    changes: [],
    normalizationLevel: null,
    usage: null,
  }
}

function accidentOf(error: unknown): RunError {
  if (error instanceof Fault) return runError(error.code, error.details)
  const reason = diskTroubleOf(error)
  if (reason) return runError('WORKSPACE_FAILED', { reason })
  return runError(isFileTrouble(error) ? 'WORKSPACE_FAILED' : 'INTERNAL')
}

const isFileTrouble = (error: unknown): boolean => error instanceof Error && 'syscall' in error

const fenceOf = (run: RunIn<'running'>) => ({ attempt: run.attempt, owner: run.owner })

/** In the environment of every process of the attempt, so that a restart knows them as ours. */
const markOf = (deps: RunnerDeps, run: RunIn<'running'>): string => `${deps.store.instanceId}:${run.id}:${run.attempt}`

const indexed = ({ role, path_rel: path, mime, size, sha256 }: ManifestEntry): RaspDraft => ({
  type: 'artifact.indexed',
  data: { path, role, mime, size, sha256 },
  artifact: path,
})

function sandboxWarning({ sandbox }: RunnerDeps): Warning[] {
  if (sandbox.status === 'bubblewrap') return []
  const message = `This run had no sandbox (${sandbox.status}): ${sandbox.reason ?? 'switched off by configuration'}`
  return [warningOf('SANDBOX_NOT_IN_FORCE', message)]
}

/** Until conversations are there, nobody may wait for a question that cannot come. */
function modeWarning({ executionMode }: RunIn<'running'>): Warning[] {
  if (executionMode === 'auto') return []
  return [
    warningOf('INTERACTIVE_SINGLE_ATTEMPT', 'This version asks no questions: an interactive run has one attempt and no replies.'),
  ]
}
