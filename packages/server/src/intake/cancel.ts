import { runError } from '../domain/failure.ts'
import { isTerminal, type JobId, type Run, type RunId, type StopCause } from '../domain/run.ts'
import { stateChanged, terminal } from '../events/rasp.ts'
import { instant } from '../lib/clock.ts'
import { deadlineOf } from '../lib/deadline.ts'
import { Fault } from '../lib/fault.ts'
import { closeFiles } from '../runs/close-files.ts'
import { despiteFullDisk } from '../runs/despite-full-disk.ts'
import { rejectUnsettled } from '../runs/reject-unsettled.ts'
import { topics } from '../runs/topics.ts'
import { isRunCorrupt, moveWithoutLog } from '../runs/without-log.ts'
import type { IntakeDeps } from './deps.ts'

const confirmMs = 5000

/** The attempts that are under way in this process. */
export interface Attempts {
  /** Asks the attempt of a run to end. False: this process has none. */
  end(run: RunId, cause: StopCause): boolean
}

interface Canceled {
  readonly run: Run
  readonly accepted: boolean
  readonly message: string
}

/**
 * Mark, end the process tree, confirm, move: a run is canceled only when none of its processes is left. Meanwhile a worker may claim it, or
 * a question or reply may change its state. It is then canceled in its new state; the mark keeps it from asking again.
 */
export async function cancelRun(deps: IntakeDeps, attempts: Attempts, job: JobId, run: Run): Promise<Canceled> {
  if (isTerminal(run.state)) return tooLate(run)
  using deadline = deadlineOf(confirmMs)
  for (let now = run; ; now = await runOf(deps, job)) {
    if (isTerminal(now.state)) return ended(now)
    const wake = deps.wakes.next(topics.run(now.id), deadline.signal)
    if (now.state !== 'running') {
      // Waits for an upload that is just moving files into place.
      const moved = await deps.inTurn.uploads.take(job, () =>
        despiteFullDisk(deps, async () => cancelWaiting(deps, job, await runOf(deps, job))),
      )
      if (moved) return { run: moved, accepted: true, message: 'Canceled while nothing of it ran.' }
      continue
    }
    await endRunning(deps, attempts, now.id)
    const then = await runOf(deps, job)
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

async function endRunning(deps: IntakeDeps, attempts: Attempts, run: RunId): Promise<void> {
  const unmarked = await mark(deps, run)
  const isEnding = attempts.end(run, 'canceled')
  // On a full disk the run that fills it must still end; its worker in this process needs no mark.
  if (unmarked && !isEnding) throw unmarked.error
}

/** Why the row has no mark; null: it has one. */
async function mark(deps: IntakeDeps, run: RunId): Promise<{ readonly error: unknown } | null> {
  try {
    await deps.store.runs.requestCancel(run, instant(deps.clock))
    return null
  } catch (error) {
    return { error }
  }
}

/** Nothing runs, so the state can change at once; null: it changed meanwhile. */
async function cancelWaiting(deps: IntakeDeps, job: JobId, run: Run): Promise<Run | null> {
  if (run.state === 'running' || isTerminal(run.state)) return null
  const error = runError('CANCELED_BY_USER')
  const moved = await deps.log
    .move({
      run: run.id,
      job,
      trigger: 'run.canceled',
      seen: run,
      error,
      drafts: (from, to) => [stateChanged(from, to, 'run.canceled'), terminal('canceled', error)],
    })
    .catch((cause) => {
      // The files of this run are missing, so its state changes without events.
      if (!isRunCorrupt(cause)) throw cause
      return moveWithoutLog(deps, run, { trigger: 'run.canceled', error })
    })
  if (!moved) return null
  await rejectUnsettled(deps, moved.id)
  await closeFiles(deps, moved)
  return moved
}

/** The run that answers the job now: after an upload it may be one from the cache. */
async function runOf(deps: IntakeDeps, job: JobId): Promise<Run> {
  const found = await deps.store.jobs.get(job)
  if (!found) throw new Fault('JOB_NOT_FOUND')
  return found.run
}
