import type { Logger } from 'pino'
import type { Identity } from '../domain/launch.ts'
import { isTerminal, type Run, type RunIn } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import { untilFilesAreLeft } from '../lib/shortage.ts'
import { closeFiles } from '../runs/close-files.ts'
import { rejectUnsettled } from '../runs/reject-unsettled.ts'
import { dropOlderSessions } from '../runs/sessions.ts'
import { topics } from '../runs/topics.ts'
import { keepEngineJson } from '../workspace/engine-json.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { dropHome, dropUnusedWork, reclaim, seal } from '../workspace/prepare.ts'
import { dropWritten } from '../workspace/written.ts'
import { endingAfterAccident } from './accident.ts'
import { collect } from './collect.ts'
import type { AttemptDeps } from './deps.ts'
import { isEndedForRoom } from './ended-for.ts'
import { type Ending, endingOf } from './ending.ts'
import { evidenceOf } from './evidence.ts'
import { performByFirst } from './fail-over.ts'
import { judge } from './judge.ts'
import { cannotRead, persistently } from './persistently.ts'
import { type Claimed, prepareAttempt } from './prepare.ts'
import { record } from './record.ts'
import { isRepairable, mostRepairTurns, repairTurn } from './repair-turn.ts'
import { keepSettled, settleOutput } from './settle-output.ts'
import { endOf } from './turn-end.ts'

/** From a claimed run to its next state. Null: another owner decided what became of the run. */
export async function runAttempt(
  given: AttemptDeps,
  run: RunIn<'running'>,
  signal: AbortSignal,
  noMoreTime: AbortSignal,
): Promise<Run | null> {
  const deps = { ...given, bounded: given.bounded.by({ caller: run.caller, skill: run.skillDigest }) }
  const [job = null] = await persistently(deps, () => deps.store.jobs.ofRun(run.id), noMoreTime, cannotRead)
  const logger = deps.logger.child({ request_id: job?.id ?? null, run_id: run.id, attempt: run.attempt })
  const claimed = { run, job, signal, logger }
  const ending = await attempt(deps, claimed).catch((error) => endingAfterAccident(deps, claimed, error))
  const moved = ending && (await persistently({ ...deps, logger }, () => record(deps, claimed, ending), noMoreTime))
  logger.info({ status: moved?.state ?? null, error_code: moved && 'error' in moved ? moved.error.code : null }, 'attempt ended')
  if (moved) await dropUnneeded(deps, moved, logger)
  return moved
}

/** Prepare, perform, settle and repair, collect, judge. The ending that comes back is recorded by the caller. */
async function attempt(deps: AttemptDeps, claimed: Claimed): Promise<Ending> {
  const identity = deps.identities?.take() ?? null
  try {
    await requireFiles(deps, claimed.signal)
    const prepared = await prepareAttempt(deps, claimed, identity)
    await using audit = prepared.audit
    using _ = prepared.resources

    const { ready, performed } = await performByFirst(deps, prepared)
    if (performed.exit.kind === 'canceled' && isEndedForRoom(ready.signal)) await dropWritten(ready.layout)
    await reclaim(ready.layout)
    const seen = await audit.end(performed.secrets, claimed.logger)

    const end = await endOf(deps, ready, performed)
    let settled = await settleOutput(deps, ready, performed, end)
    for (let turn = 1; turn <= mostRepairTurns && isRepairable(ready, settled); turn++) {
      settled = await repairTurn(deps, ready, settled, turn)
    }
    await keepSettled(ready, settled)
    if (performed.by) await keepEngineJson(ready.layout, ready.run.attempt).catch(told(claimed.logger))

    const collected = await collect(deps, ready, performed, end, settled)
    const verdict = judge(evidenceOf(ready, performed, end, settled, collected))
    if (settled.outcome === null && verdict.trigger !== 'turn.needs_input') await rejectUnsettled(deps, ready.run.id)
    return endingOf(deps, { ready, performed, seen, end, settled, collected, verdict })
  } finally {
    await tidy(deps.layout.run(claimed.run.id), identity, claimed.logger)
    if (identity) deps.identities?.release(identity)
  }
}

/** Waits until the server has enough open files left. Nothing has started yet, so the attempt can wait for other runs to end. */
async function requireFiles({ limits }: AttemptDeps, signal: AbortSignal): Promise<void> {
  const { openFiles, filesPatienceMs } = limits
  const areLeft = await untilFilesAreLeft(openFiles, filesPatienceMs, signal)
  if (!areLeft) throw new Fault('SERVER_BUSY', { open_files_limit: openFiles })
}

/** Nothing is lost if this fails: the output contains it too. */
const told = (logger: Logger) => (error: unknown) => logger.warn({ err: error }, 'cannot store the JSON output of the engine')

/** Cleanup that must be complete before the user id of the child is used for another run. */
async function tidy(layout: RunLayout, identity: Identity | null, logger: Logger): Promise<void> {
  const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  if (identity) await seal(layout, { uid: 0, gid: 0 }).catch(warn('cannot close the folders of the run'))
  await Promise.all([
    dropUnusedWork(layout).catch(warn('cannot delete the working folder of the run')),
    dropHome(layout).catch(warn('cannot delete the home of the run')),
  ])
}

/** Deletes what no later attempt of the run needs. Leftovers of other runs are swept. */
async function dropUnneeded(deps: AttemptDeps, run: Run, logger: Logger): Promise<void> {
  const drop = isTerminal(run.state) ? closeFiles(deps, run) : dropOlderSessions(deps.layout.run(run.id), run.attempt)
  await drop.catch((error) => logger.warn({ err: error }, 'cannot delete temporary files of the run'))
  if (run.state === 'waiting_user') deps.wakes.wake(topics.waiting)
}
