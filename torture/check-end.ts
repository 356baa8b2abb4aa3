import { isDeepStrictEqual } from 'node:util'
import { usualPatienceMs } from '../packages/server/src/store/postgres-away.ts'
import { hasEnded } from './ledger.ts'
import type { Complaints, Story } from './story.ts'

/**
 * What a killed process of a run can come to: that of an engine, of a script, of the program that fills in a prompt, or of the way to
 * the model, whose loss the engine may have told before it ended too.
 */
const killedCodes = ['ENGINE_FAILED', 'SCRIPT_FAILED', 'SKILL_LIMIT_EXCEEDED', 'MODEL_UNAVAILABLE']

/** A run that is being started waits for its database for so long; on a busy machine a crash can take that. */
const outageMs = usualPatienceMs / 2

/** An end that the client has seen stays as it was, and every end has a cause. */
export function endComplaints(story: Story): Complaints {
  return [...seenComplaints(story), ...causeComplaints(story)]
}

export function seenComplaints({ known, job }: Story): Complaints {
  const { ended, cancel } = known
  const { result: _, ...view } = job
  return [
    ...(ended && !isDeepStrictEqual(ended, view)
      ? [`it was seen as ${JSON.stringify(ended)} and is ${JSON.stringify(view)}`]
      : []),
    ...(cancel === 'done' && job.status !== 'canceled' ? [`it was told as canceled and is ${job.status}`] : []),
  ]
}

function causeComplaints(story: Story): Complaints {
  const { known, killed, job, result } = story
  const code = job.error?.code
  if (!hasEnded(job.status)) return result === null ? [] : [`it is ${job.status} and has a result`]
  if (result === null || result.status !== job.status)
    return [`it is ${job.status}, and its result is ${result?.status ?? 'not there'}`]
  if (job.status === 'succeeded') return dataComplaints(story)
  if (job.status === 'canceled')
    return known.cancel !== 'none' && code === 'CANCELED_BY_USER'
      ? []
      : [`it was canceled with ${code}, and the client sent: ${known.cancel}`]
  if (code === 'ORCHESTRATOR_RESTART_INTERRUPTED') return []
  if (code === 'DATABASE_UNAVAILABLE' && story.outageMs > outageMs) return []
  return killed.has(job.attempt_number) && killedCodes.includes(code ?? '')
    ? []
    : [`it failed without a cause: ${JSON.stringify(job.error)}`]
}

/** A replayed conversation gives back all its replies, and null for what the runner decided: so none was lost, and no session. */
export function dataComplaints({ known, interactions, result }: Story): Complaints {
  const replies = interactions.map(({ response }) => JSON.parse(response ?? 'null'))
  const expected = known.data ?? { replies }
  return isDeepStrictEqual(result?.data, expected)
    ? []
    : [`its result is ${JSON.stringify(result?.data)} instead of ${JSON.stringify(expected)}`]
}
