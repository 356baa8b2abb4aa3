import { runError } from '../domain/failure.ts'
import { isTerminal, type Run, type RunId } from '../domain/run.ts'
import { stateChanged, terminal } from '../events/rasp.ts'
import { instant } from '../lib/clock.ts'
import { deadlineOf } from '../lib/deadline.ts'
import { type RunnerDeps, topics } from './deps.ts'
import type { Workers } from './worker.ts'

const confirmMs = 5000

export interface Canceled {
  readonly run: Run
  readonly accepted: boolean
  readonly message: string
}

/** Mark, end the tree, confirm, move: a run says canceled only when nothing of it is left. */
export async function cancelRun(deps: RunnerDeps, workers: Workers, job: string, run: Run): Promise<Canceled> {
  if (isTerminal(run.state)) return { run, accepted: false, message: `The run had ${run.state} before.` }
  const moved = run.state === 'running' ? null : await cancelWaiting(deps, job, run)
  if (moved) return { run: moved, accepted: true, message: 'Canceled before it ran.' }
  const unmarked = await mark(deps, run.id)
  const isEnding = workers.end(run.id, 'canceled')
  // Where the disk is full, the run that fills it has to end all the same; its own worker needs no mark.
  if (unmarked && !isEnding) throw unmarked.error
  const last = await untilTerminal(deps, run.id)
  if (last.state === 'canceled') return { run: last, accepted: true, message: 'Canceled; its processes are gone.' }
  if (isTerminal(last.state)) return { run: last, accepted: false, message: `The run had ${last.state} before.` }
  return { run: last, accepted: true, message: 'Its processes are being ended; the state follows when they are gone.' }
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

/** Nothing runs yet, so the state can change at once; null when a worker was quicker. */
function cancelWaiting(deps: RunnerDeps, job: string, run: Run): Promise<Run | null> {
  const error = runError('CANCELED_BY_USER')
  return deps.log.move({
    run: run.id,
    job,
    trigger: 'run.canceled',
    from: run.state,
    error,
    drafts: (from, to) => [stateChanged(from, to, 'run.canceled'), terminal('canceled', error)],
  })
}

async function untilTerminal(deps: RunnerDeps, id: RunId): Promise<Run> {
  using deadline = deadlineOf(confirmMs)
  for (;;) {
    const wake = deps.wakes.next(topics.run(id), deadline.signal)
    const run = await deps.store.runs.get(id)
    if (!run) throw new Error(`Run ${id} is gone`)
    if (isTerminal(run.state) || deadline.signal.aborted) return run
    await wake
  }
}
