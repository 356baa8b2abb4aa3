import { setTimeout as wait } from 'node:timers/promises'
import { sendUpload } from '../act.ts'
import { repeatLostJobs, repeatLostReplies } from '../go-on.ts'
import { untilItRests, type World } from '../jobs.ts'
import { hasEnded, type KnownJob } from '../ledger.ts'
import { newReply, sendReply } from '../replies.ts'
import type { Complaints } from '../story.ts'

const longestMs = 120_000

/** After the fault everything that was accepted goes on to its end, and what was not answered is asked for again, once. */
export async function finish(world: World): Promise<Complaints> {
  await repeatLostJobs(world)
  await repeatLostReplies(world)
  const end = new AbortController()
  const open = [...world.ledger.jobs.values()].filter(({ ended }) => ended === null)
  const finishing = Promise.all(open.map((known) => bringToItsEnd({ ...world, end: end.signal }, known)))
  const late = wait(longestMs, undefined, { signal: end.signal }).catch(() => {})
  await Promise.race([finishing, late])
  end.abort()
  return open
    .filter(({ ended }) => ended === null)
    .map(({ id, kind, round }) => `${kind} job ${id} of round ${round} has not ended ${longestMs / 1000} s after the fault`)
}

async function bringToItsEnd(world: World, known: KnownJob): Promise<void> {
  for (;;) {
    const job = await untilItRests(world, known)
    if (job === null || hasEnded(job.status)) return
    if (job.awaiting_upload) await sendUpload(world, known)
    else if (known.isAuto) await wait(50)
    else if (job.pending_interaction_id !== null)
      await sendReply(world, known, newReply(known, job.pending_interaction_id, { files: 0, hasKey: false }))
  }
}
