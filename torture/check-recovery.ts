import { changesOf } from './changes.ts'
import { hasEnded } from './ledger.ts'
import type { RunRow } from './rows.ts'
import type { Complaints, Story } from './story.ts'

type Recovered = Pick<RunRow, 'recovery_state' | 'recovery_reason'>

const none: Recovered = { recovery_state: 'none', recovery_reason: null }
const interrupted: Recovered = { recovery_state: 'failed_reconciled', recovery_reason: 'orchestrator_restart_interrupted' }
const preserved: Recovered = { recovery_state: 'recovered_waiting', recovery_reason: 'resumable_waiting_preserved' }

/** What the restart did to the run, and what is told of all restarts so far. */
export function recoveryComplaints(story: Story): Complaints {
  const { job, run, rasp } = story
  const expected = expectedRecovery(story)
  const told = changesOf(rasp).findLast(({ trigger }) => trigger.startsWith('restart.'))?.trigger
  const byEvents = told === undefined ? none : told === 'restart.preserve_waiting' ? preserved : interrupted
  return [
    ...(expected.some((one) => isSame(one, run))
      ? []
      : [`its recovery is ${nameOf(run)} instead of ${expected.map(nameOf).join(' or ')}`]),
    ...(isSame(byEvents, run) ? [] : [`its recovery is ${nameOf(run)}, and its events tell of ${told ?? 'none'}`]),
    ...(isSame(job, run) ? [] : [`the door tells ${nameOf(job)} and the record is ${nameOf(run)}`]),
    ...((run.recovered_at === null) === (run.recovery_state === 'none') ? [] : [`it was recovered at ${run.recovered_at}`]),
    ...stateComplaints(story),
  ]
}

function expectedRecovery({ before, restart }: Story): readonly Recovered[] {
  if (before === null) return [none]
  const { run } = before
  switch (run.state) {
    case 'running':
      return [interrupted]
    case 'queued':
      if (run.awaiting_upload === 1) return [run]
      return restart.queuedPolicy === 'fail' ? [interrupted] : mayHaveBegun(restart) ? [run, interrupted] : [run]
    case 'waiting_user':
      return isOwnDecision(before) && mayHaveBegun(restart) ? [preserved, interrupted] : [preserved]
    default:
      return [run]
  }
}

/** A server that died while it started may have started runs by then. */
const mayHaveBegun = ({ diesStartingAfterMs }: Story['restart']): boolean => diesStartingAfterMs !== null

/** The runner goes on with it by itself. */
const isOwnDecision = ({ interactions }: NonNullable<Story['before']>): boolean =>
  typeof interactions.at(-1)?.expires_at === 'string'

/** A run that a restart ended has failed for that reason; one that had ended is as it was. */
function stateComplaints({ before, job, run }: Story): Complaints {
  if (before !== null && hasEnded(before.run.state)) {
    const changed = Object.entries(before.run).filter(([name, value]) => run[name as keyof RunRow] !== value)
    return changed.map(([name, value]) => `it had ended, and its ${name} changed from ${value} to ${run[name as keyof RunRow]}`)
  }
  const isTold = run.state === 'failed' && job.error?.code === 'ORCHESTRATOR_RESTART_INTERRUPTED'
  if (isTold !== (run.recovery_state === 'failed_reconciled'))
    return [`it is ${run.state} with ${job.error?.code ?? 'no error'}, and its recovery is ${nameOf(run)}`]
  if (before?.run.state === 'waiting_user' && !isOwnDecision(before) && run.state !== 'waiting_user')
    return [`it waited, and the restart made it ${run.state}`]
  return []
}

const isSame = (a: Recovered, b: Recovered): boolean => nameOf(a) === nameOf(b)
const nameOf = ({ recovery_state, recovery_reason }: Recovered): string => `${recovery_state} (${recovery_reason ?? 'no reason'})`
