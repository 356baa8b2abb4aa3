import { unreachable } from '../lib/unreachable.ts'
import type { RunState, Trigger } from './run.ts'

/** The reason on the wire for every run that a stop of the server cut short. */
export const restartInterrupted = 'orchestrator_restart_interrupted'

export type QueuedPolicy = 'fail' | 'keep'

/** What a restart does with a run it finds: leave it, or move it by a trigger with a reason. */
export type Recovery = { readonly leave: true } | { readonly leave: false; readonly trigger: Trigger; readonly reason: string }

export function recoveryOf(state: RunState, queued: QueuedPolicy): Recovery {
  const interrupted = { leave: false, trigger: 'restart.reconcile_failed', reason: restartInterrupted } as const
  switch (state) {
    case 'running':
      return interrupted
    case 'queued':
      return queued === 'fail' ? interrupted : { leave: true }
    case 'waiting_user':
    case 'succeeded':
    case 'failed':
    case 'canceled':
      return { leave: true }
    default:
      return unreachable(state)
  }
}
