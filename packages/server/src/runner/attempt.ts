import { setTimeout as wait } from 'node:timers/promises'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Logger } from 'pino'
import { runError } from '../domain/failure.ts'
import type { Exit, Line } from '../domain/launch.ts'
import { restartInterrupted } from '../domain/recovery.ts'
import { isTerminal, type Run, type RunIn } from '../domain/run.ts'
import { warningOf } from '../domain/warning.ts'
import { Fenced } from '../events/open-log.ts'
import { type RaspDraft, rawBlocks, stateChanged, terminal, warning } from '../events/rasp.ts'
import { Fault } from '../lib/fault.ts'
import type { Level } from '../output/find.ts'
import { execute } from '../process/start.ts'
import type { SkillPackage } from '../skills/package.ts'
import { pinnedSkill } from '../skills/snapshot.ts'
import { collect, type ManifestEntry, writeManifest } from '../workspace/artifacts.ts'
import { writeMeta } from '../workspace/audit.ts'
import { dropHome, prepare, reclaim } from '../workspace/prepare.ts'
import { tailOfLog } from '../workspace/read-log.ts'
import type { RunnerDeps } from './deps.ts'
import { judge, type Verdict } from './judge.ts'
import { scriptArgv, scriptLaunch } from './launch-script.ts'
import { settleOutput } from './settle-output.ts'

/** Why an attempt is asked to stop. */
export type StopCause = 'canceled' | 'shutdown'

/** One subprocess, from a claimed run to its next state. Null: somebody else decided what became of the run. */
export async function runAttempt(deps: RunnerDeps, run: RunIn<'running'>, signal: AbortSignal): Promise<Run | null> {
  const [job] = await deps.store.jobs.ofRun(run.id)
  const jobId = job?.id ?? null
  const logger = deps.logger.child({ request_id: jobId, run_id: run.id, attempt: run.attempt })
  const closing = await attempt(deps, run, jobId, signal, logger).catch((error) => afterAccident(error, logger))
  const moved = closing && (await persistently(() => close(deps, run, jobId, closing), logger))
  logger.info({ status: moved?.state ?? null, error_code: closing?.verdict.error?.code ?? null }, 'attempt ended')
  return moved
}

/** Everything the last event and the row need. */
interface Closing {
  readonly verdict: Verdict
  readonly warnings: readonly Warning[]
  readonly artifacts: readonly ManifestEntry[]
  readonly normalizationLevel: Level
}

async function attempt(
  deps: RunnerDeps,
  run: RunIn<'running'>,
  job: string | null,
  signal: AbortSignal,
  logger: Logger,
): Promise<Closing> {
  const layout = deps.layout.run(run.id)
  const identity = deps.identities?.take() ?? null
  try {
    const { skill, folder } = await pinnedSkill(deps.layout.skills, run.skillDigest, run.skillId)
    await prepare(run, layout, identity)
    const places = deps.sandbox.places({ workspace: layout.root, skill: folder, home: layout.home, node: process.execPath })
    const argv = scriptArgv(skill, places.skill)
    const mark = markOf(deps, run)
    const launch = scriptLaunch({ run, argv, resultFile: skill.resultFile, layout, skillFolder: folder, places, mark, identity })
    const startedAt = deps.clock.now()
    const exit = await execute(deps.sandbox.wrap(launch), {
      timeoutMs: run.timeoutSec * 1000,
      silenceMs: deps.limits.silenceSec * 1000,
      maxOutputBytes: deps.limits.maxOutputBytes,
      signal,
      marker: mark,
      secrets: deps.secrets,
      logs: { stdout: layout.stream(run.attempt, 'stdout'), stderr: layout.stream(run.attempt, 'stderr') },
      onStarted: (process) => deps.store.runs.started(run.id, fenceOf(run), process),
      onLines: (lines: Line[]) => deps.log.append(run, job, rawBlocks(lines)),
    })
    logger.debug({ exit }, 'process ended')
    await reclaim(layout)
    const closing = await closingOf(deps, run, skill, exit, signal)
    await writeMeta(layout, run, { argv, exit, startedAt, endedAt: deps.clock.now(), sandbox: deps.sandbox.status, ...closing })
    return closing
  } finally {
    if (identity) deps.identities?.release(identity)
    await dropHome(layout).catch((error) => logger.warn({ err: error }, 'the home of the run could not be removed'))
  }
}

/** From what the process left to what it means. */
async function closingOf(
  deps: RunnerDeps,
  run: RunIn<'running'>,
  skill: SkillPackage,
  exit: Exit,
  signal: AbortSignal,
): Promise<Closing> {
  const layout = deps.layout.run(run.id)
  const finished = exit.kind === 'exited' && exit.code === 0
  const outcome = finished ? await settleOutput(deps.bounded, skill, run, layout) : null
  const { manifest, missing, warnings } = await collect(layout.root, skill.artifacts)
  await writeManifest(layout.root, manifest)
  const verdict = judge({
    exit,
    interrupted: signal.reason === ('shutdown' satisfies StopCause),
    stderrTail: finished ? '' : (await tailOfLog(layout.stream(run.attempt, 'stderr'), 4096)).text,
    timeoutSec: run.timeoutSec,
    outcome,
    missingArtifacts: missing,
  })
  return {
    verdict,
    artifacts: manifest,
    normalizationLevel: outcome?.ok ? outcome.level : null,
    warnings: [...sandboxWarning(deps), ...networkWarning(skill), ...(outcome?.warnings ?? []), ...warnings],
  }
}

/** The last events and the terminal state, in one commit. */
function close(
  deps: RunnerDeps,
  run: RunIn<'running'>,
  job: string | null,
  { verdict, warnings, artifacts, normalizationLevel }: Closing,
): Promise<Run | null> {
  const { trigger, error } = verdict
  return deps.log.move({
    run: run.id,
    job,
    trigger,
    fence: fenceOf(run),
    warnings,
    normalizationLevel,
    ...(error ? { error } : {}),
    ...(trigger === 'restart.reconcile_failed'
      ? { recovery: { state: 'failed_reconciled', reason: restartInterrupted } as const }
      : {}),
    drafts: (from, to): RaspDraft[] => [
      ...artifacts.map(indexed),
      ...warnings.map(({ code, message }) => warning(code, message)),
      { type: 'lifecycle.completion', data: { state: to, reason_code: error?.code ?? 'OUTPUT_VALID' } },
      stateChanged(from, to, trigger),
      ...(isTerminal(to) ? [terminal(to, error)] : []),
    ],
  })
}

/** The end of a run has to be written down, and a full disk may have room again in a while: until then it is under way. */
async function persistently<T>(write: () => Promise<T>, logger: Logger): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (error instanceof Fenced || attempt === mostTries) throw error
      logger.error({ err: error, attempt }, 'the end of the run could not be written down; trying again')
      await wait(Math.min(attempt * 200, 5000))
    }
  }
}

/** Some three hours. After that only a restart helps, which finds the run as it was left. */
const mostTries = 2000

/** Something went wrong that is no answer of the skill: the run still ends, and says why. */
function afterAccident(error: unknown, logger: Logger): Closing | null {
  if (error instanceof Fenced) {
    logger.warn({ err: error }, 'the attempt was overtaken')
    return null
  }
  logger.error({ err: error }, 'the attempt failed')
  const failure =
    error instanceof Fault
      ? runError(error.code, error.details)
      : runError(isFileTrouble(error) ? 'WORKSPACE_FAILED' : 'INTERNAL')
  return { verdict: { trigger: 'turn.failed', error: failure }, warnings: [], artifacts: [], normalizationLevel: null }
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

/** Scripts have no network at all yet; one that asks for some hosts has to be told why it does not reach them. */
function networkWarning({ limits }: SkillPackage): Warning[] {
  if (limits.network === 'off') return []
  return [
    warningOf(
      'NETWORK_ALLOWLIST_NOT_APPLIED',
      'This version gives scripts no network; the allow list of the skill had no effect.',
    ),
  ]
}
