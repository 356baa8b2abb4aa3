import { runError } from '../domain/failure.ts'
import { isTerminal, type Run, type RunId } from '../domain/run.ts'
import { stateChanged, terminal } from '../events/rasp.ts'
import { instant } from '../lib/clock.ts'
import { deadlineOf } from '../lib/deadline.ts'
import { type RunnerDeps, topics } from './deps.ts'
import { dropSessions } from './session.ts'
import { isRunSpoilt, moveWithoutLog } from './without-log.ts'
import type { Workers } from './worker.ts'

const confirmMs = 5000

export interface Canceled {
  readonly run: Run
  readonly accepted: boolean
  readonly message: string
}

/**
 * Mark, end the tree, confirm, move: a run says canceled only when nothing of it is left. A run may go on while it is canceled: by a worker
 * that claims it, a question or a reply. Then it is canceled where it is found next, for a mark keeps it from asking again.
 */
export async function cancelRun(deps: RunnerDeps, workers: Workers, job: string, run: Run): Promise<Canceled> {
  if (isTerminal(run.state)) return tooLate(run)
  using deadline = deadlineOf(confirmMs)
  for (let now = run; ; now = await requireRun(deps, run.id)) {
    if (isTerminal(now.state)) return ended(now)
    const wake = deps.wakes.next(topics.run(run.id), deadline.signal)
    if (now.state !== 'running') {
      const moved = await cancelWaiting(deps, job, now)
      if (moved) return { run: moved, accepted: true, message: 'Canceled while nothing of it ran.' }
      continue
    }
    await endRunning(deps, workers, run.id)
    const then = await requireRun(deps, run.id)
    if (then.state !== 'running') continue
    if (deadline.signal.aborted)
      return { run: then, accepted: true, message: 'Its processes are being ended; the state follows when they are gone.' }
    await wake
  }
}

function ended(run: Run): Canceled {
  if (run.state === 'canceled') return { run, accepted: true, message: 'Canceled; its processes are gone.' }
  return tooLate(run)
}

const tooLate = (run: Run): Canceled => {
  const how = run.state === 'canceled' ? 'had been canceled' : `had ${run.state}`
  return { run, accepted: false, message: `The run ${how} before.` }
}

async function endRunning(deps: RunnerDeps, workers: Workers, run: RunId): Promise<void> {
  const unmarked = await mark(deps, run)
  const isEnding = workers.end(run, 'canceled')
  // Where the disk is full, the run that fills it has to end all the same; its own worker needs no mark.
  if (unmarked && !isEnding) throw unmarked.error
}

/** Why the row has no mark; null: it has one. */
async function mark(deps: RunnerDeps, run: RunId): Promise<{ readonly error: unknown } | null> {
  try {
    await deps.store.runs.requestCancel(run, instant(deps.clock))
    return null
  } catch (error) {
    return { error }
  }
}

/** Nothing runs, so the state can change at once; null when somebody was quicker. */
async function cancelWaiting(deps: RunnerDeps, job: string, run: Run): Promise<Run | null> {
  const error = runError('CANCELED_BY_USER')
  const moved = await deps.log
    .move({
      run: run.id,
      job,
      trigger: 'run.canceled',
      from: run.state,
      error,
      drafts: (from, to) => [stateChanged(from, to, 'run.canceled'), terminal('canceled', error)],
    })
    .catch((cause) => {
      // A run whose files are gone has nothing more to lose.
      if (!isRunSpoilt(cause)) throw cause
      return moveWithoutLog(deps, run, { trigger: 'run.canceled', error })
    })
  if (moved) await dropSessions(deps.layout.run(run.id))
  return moved
}

async function requireRun(deps: RunnerDeps, id: RunId): Promise<Run> {
  const run = await deps.store.runs.get(id)
  if (!run) throw new Error(`Run ${id} is gone`)
  return run
}
