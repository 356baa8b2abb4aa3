import { unreachable } from '../lib/unreachable.ts'
import { awaitsUpload, type Run, type Trigger } from './run.ts'

/** The reason on the wire for every run that a stop of the server cut short. */
export const restartInterrupted = 'orchestrator_restart_interrupted'

export type QueuedPolicy = 'fail' | 'keep'

/** What a restart does with a run it finds: leave it, or move it by a trigger with a reason. */
export type Recovery = { readonly leave: true } | { readonly leave: false; readonly trigger: Trigger; readonly reason: string }

export function recoveryOf(run: Run, queued: QueuedPolicy): Recovery {
  const interrupted = { leave: false, trigger: 'restart.reconcile_failed', reason: restartInterrupted } as const
  switch (run.state) {
    case 'running':
      return interrupted
    case 'queued':
      // Nothing of one that waits for its files was under way: they can come as well after the restart.
      return queued === 'fail' && !awaitsUpload(run) ? interrupted : { leave: true }
    case 'waiting_user':
    case 'succeeded':
    case 'failed':
    case 'canceled':
      return { leave: true }
    default:
      return unreachable(run)
  }
}
