import type { Logger } from 'pino'
import type { Identity } from '../domain/launch.ts'
import { isTerminal, type Run, type RunIn } from '../domain/run.ts'
import { closeFiles } from '../runs/close-files.ts'
import { rejectUnsettled } from '../runs/reject-unsettled.ts'
import { dropOlderSessions } from '../runs/sessions.ts'
import { topics } from '../runs/topics.ts'
import { keepEngineJson } from '../workspace/engine-json.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { dropHome, dropUnusedWork, reclaim, seal } from '../workspace/prepare.ts'
import { endingAfterAccident } from './accident.ts'
import { collect } from './collect.ts'
import type { AttemptDeps } from './deps.ts'
import { type Ending, endingOf } from './ending.ts'
import { evidenceOf } from './evidence.ts'
import { judge } from './judge.ts'
import { perform } from './perform.ts'
import { persistently } from './persistently.ts'
import { type Claimed, prepareAttempt } from './prepare.ts'
import { record } from './record.ts'
import { isRepairable, mostRepairTurns, repairTurn } from './repair-turn.ts'
import { keepSettled, settleOutput } from './settle-output.ts'
import { endOf } from './turn-end.ts'

/** From a claimed run to its next state. Null: another owner decided what became of the run. */
export async function runAttempt(
  deps: AttemptDeps,
  run: RunIn<'running'>,
  signal: AbortSignal,
  noMoreTime: AbortSignal,
): Promise<Run | null> {
  const [job = null] = await deps.store.jobs.ofRun(run.id)
  const logger = deps.logger.child({ request_id: job?.id ?? null, run_id: run.id, attempt: run.attempt })
  const claimed = { run, job, signal, logger }
  const ending = await attempt(deps, claimed).catch((error) => endingAfterAccident(deps, run, error, logger))
  const moved = ending && (await persistently(() => record(deps, claimed, ending), noMoreTime, logger))
  logger.info({ status: moved?.state ?? null, error_code: moved && 'error' in moved ? moved.error.code : null }, 'attempt ended')
  if (moved) await dropUnneeded(deps, moved, logger)
  return moved
}

/** Prepare, perform, settle and repair, collect, judge. The ending that comes back is recorded by the caller. */
async function attempt(deps: AttemptDeps, claimed: Claimed): Promise<Ending> {
  const identity = deps.identities?.take() ?? null
  try {
    const ready = await prepareAttempt(deps, claimed, identity)
    await using audit = ready.audit

    const performed = await perform(deps, ready)
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

/** It is also in the output, so that nothing is lost without it. */
const told = (logger: Logger) => (error: unknown) => logger.warn({ err: error }, 'the JSON of the engine could not be kept')

/** What must be done before the user of the child may become that of another run. */
async function tidy(layout: RunLayout, identity: Identity | null, logger: Logger): Promise<void> {
  const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  if (identity) await seal(layout, { uid: 0, gid: 0 }).catch(warn('the folders of the run could not be closed'))
  await dropUnusedWork(layout).catch(warn('the working folder of the run could not be removed'))
  await dropHome(layout).catch(warn('the home of the run could not be removed'))
}

/** What a run needs is kept as long as a later attempt may need it. What is left of others is swept. */
async function dropUnneeded(deps: AttemptDeps, run: Run, logger: Logger): Promise<void> {
  const drop = isTerminal(run.state) ? closeFiles(deps, run) : dropOlderSessions(deps.layout.run(run.id), run.attempt)
  await drop.catch((error) => logger.warn({ err: error }, 'files that the run no longer needs could not be removed'))
  if (run.state === 'waiting_user') deps.wakes.wake(topics.waiting)
}
