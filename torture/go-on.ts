import { sendUpload } from './act.ts'
import { createJob, untilItRests, type World } from './jobs.ts'
import { fateOf, hasEnded, type KnownJob } from './ledger.ts'
import { newReply, sendReply } from './replies.ts'
import type { Complaints } from './story.ts'

/** Jobs that got no answer are asked for again under their keys, as a careful client does: none is made twice. */
export async function repeatLostJobs(world: World): Promise<void> {
  for (const [key, wanted] of [...world.ledger.lost]) await createJob(world, wanted, key)
}

/** And so are replies. */
export async function repeatLostReplies(world: World): Promise<void> {
  for (const known of world.ledger.jobs.values()) {
    const lost = known.replies.filter((reply) => reply.key !== null && fateOf(reply) === 'lost')
    for (const reply of lost) await sendReply(world, known, reply)
  }
}

/** Answers a run to its end: proof that its session was kept. */
export async function answerToTheEnd(world: World, known: KnownJob): Promise<Complaints> {
  for (;;) {
    const job = await untilItRests(world, known)
    if (job === null) throw new Error('the server is gone')
    if (job.awaiting_upload) {
      if (!(await sendUpload(world, known))) return [`the file for job ${known.id} is not taken after a restart`]
      continue
    }
    if (hasEnded(job.status))
      return job.status === 'succeeded'
        ? []
        : [`job ${known.id} waited for a restart and ${job.status} afterwards: ${JSON.stringify(job.error)}`]
    const reply = newReply(known, job.pending_interaction_id ?? 0, { files: 0, hasKey: false })
    if ((await sendReply(world, known, reply)) !== 'accepted' && !known.isAuto)
      return [`job ${known.id} takes no reply to question ${reply.interaction}`]
  }
}
