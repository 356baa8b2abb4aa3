import type { Logger } from 'pino'
import { runError } from '../domain/failure.ts'
import type { Job } from '../domain/job.ts'
import type { Identity } from '../domain/launch.ts'
import { permittedRepair } from '../domain/output-repair.ts'
import { isTerminal, type Run, type RunError, type RunIn } from '../domain/run.ts'
import { Fenced } from '../events/open-log.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { Fault } from '../lib/fault.ts'
import { sha256 } from '../lib/hash.ts'
import { type RunnerDeps, topics } from '../runs/deps.ts'
import { dropNeeded } from '../runs/drop-needed.ts'
import { rejectUnsettled } from '../runs/reject-unsettled.ts'
import { requireSandbox } from '../runs/require-sandbox.ts'
import { dropOlderSessions } from '../runs/sessions.ts'
import type { SkillPackage } from '../skills/package.ts'
import { pinnedSkill } from '../skills/snapshot.ts'
import type { EngineFacts } from '../workspace/audit.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { dropHome, prepare, reclaim, seal } from '../workspace/prepare.ts'
import { openAudit } from './audit.ts'
import { type Closing, close, closingOf } from './closing.ts'
import { noteAttempt } from './note-attempt.ts'
import { type Performed, perform, type Stage } from './perform.ts'
import { persistently } from './persistently.ts'
import { openRefusals } from './refusals.ts'
import { turnOf } from './session.ts'
import { withFiles } from './with-files.ts'

/** One turn of a run, from a claimed run to its next state. Null: somebody else decided what became of the run. */
export async function runAttempt(
  deps: RunnerDeps,
  run: RunIn<'running'>,
  signal: AbortSignal,
  noMoreTime: AbortSignal,
): Promise<Run | null> {
  const [job = null] = await deps.store.jobs.ofRun(run.id)
  const logger = deps.logger.child({ request_id: job?.id ?? null, run_id: run.id, attempt: run.attempt })
  const closing = await attempt(deps, run, job, signal, logger).catch((error) => afterAccident(deps, run, error, logger))
  const moved = closing && (await persistently(() => close(deps, run, job, closing), noMoreTime, logger))
  logger.info({ status: moved?.state ?? null, error_code: moved && 'error' in moved ? moved.error.code : null }, 'attempt ended')
  if (moved) await afterMove(deps, moved, logger)
  return moved
}

async function attempt(
  deps: RunnerDeps,
  claimed: RunIn<'running'>,
  job: Job | null,
  signal: AbortSignal,
  logger: Logger,
): Promise<Closing> {
  const layout = deps.layout.run(claimed.id)
  const identity = deps.identities?.take() ?? null
  try {
    const pinned = await pinnedSkill(deps.layout.pins(claimed), claimed.skillDigest, claimed.skillId)
    const { folder } = pinned
    const skill: SkillPackage = { ...pinned.skill, builtIn: deps.registry.isBuiltIn(pinned.skill) }
    requireSandbox(deps, skill)
    const places = deps.sandbox.places({ workspace: layout.root, skill: folder, home: layout.home, node: process.execPath })
    const answered = claimed.attempt === 1 ? [] : await deps.store.interactions.answered(claimed.id)
    const turn = await turnOf(deps, claimed, answered, places.workspace)
    const run = await withFiles(deps, claimed, job?.id ?? null, skill, places)
    await prepare(run, layout, identity)
    const startedAt = deps.clock.now()
    await using audit = openAudit(deps, { run, layout, skill })
    const stage: Stage = {
      run,
      skill,
      skillFolder: folder,
      layout,
      places,
      mark: markOf(deps, run),
      identity,
      signal,
      refusals: openRefusals(logger),
      repair: permittedRepair(job?.runtimeOptions.output_repair, deps.limits.outputRepair),
      turn,
      replies: answered.map(({ answer }) => answer?.response ?? null),
    }
    const performed = await perform(deps, job?.id ?? null, stage, audit)
    logger.debug({ exit: performed.exit }, 'process ended')
    await reclaim(layout)
    const seen = await audit.end(performed.secrets, logger)
    const closing = await closingOf(deps, stage, performed, seen)
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

/** What a run needs is there as long as somebody may go on with it. What is left of others is swept. */
async function afterMove(deps: RunnerDeps, run: Run, logger: Logger): Promise<void> {
  const drop = isTerminal(run.state) ? dropNeeded(deps, run) : dropOlderSessions(deps.layout.run(run.id), run.attempt)
  await drop.catch((error) => logger.warn({ err: error }, 'what the run needed could not be removed'))
  if (run.state === 'waiting_user') deps.wakes.wake(topics.waiting)
}

function engineFacts({ by }: Performed): EngineFacts | null {
  if (by === null) return null
  const { version, settings, native, canResume, resumes } = by.start
  const schema = native.schema === null ? null : { relaxations: native.relaxations }
  const { session } = by.heard
  return { cliVersion: version, configDigest: sha256(canonicalJson(settings)), session, schema, canResume, resumes }
}

/** Something went wrong that is no answer of the skill: the run still ends, and says why. */
async function afterAccident(deps: RunnerDeps, { id, warnings }: Run, error: unknown, logger: Logger): Promise<Closing | null> {
  if (error instanceof Fenced) {
    logger.warn({ err: error }, 'the attempt was overtaken')
    return null
  }
  logger.error({ err: error }, 'the attempt failed')
  await rejectUnsettled(deps, id)
  return {
    verdict: { trigger: 'turn.failed', error: accidentOf(error) },
    warnings,
    artifacts: [],
    changes: [],
    normalizationLevel: null,
    usage: null,
    asks: null,
  }
}

function accidentOf(error: unknown): RunError {
  if (error instanceof Fault) return runError(error.code, error.details)
  const reason = diskTroubleOf(error)
  if (reason) return runError('WORKSPACE_FAILED', { reason })
  return runError(isFileTrouble(error) ? 'WORKSPACE_FAILED' : 'INTERNAL')
}

const isFileTrouble = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** In the environment of every process of the attempt, so that a restart knows them as ours. */
const markOf = (deps: RunnerDeps, run: RunIn<'running'>): string => `${deps.store.instanceId}:${run.id}:${run.attempt}`
