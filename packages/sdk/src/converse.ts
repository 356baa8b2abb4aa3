import { SkillRunError, SkillRunnerError } from './errors.ts'
import type { Files } from './forms.ts'
import { pause } from './patience.ts'
import type { Job, JobResult, PendingInteraction, PendingView } from './types.ts'
import { isOver, type WaitOptions } from './wait.ts'

/** What is said to a question. */
export interface Reply {
  /** docs/conversations.md has what fits which kind of question. */
  readonly response: unknown
  /** By the name that the run finds them under. */
  readonly files?: Files | undefined
}

export type Answering = (question: PendingInteraction) => Reply | Promise<Reply>

/** A result, and the job that it is of. */
export type Outcome = JobResult & { readonly request_id: string }

/** What a conversation needs of the runs it is held with. */
interface Runs {
  wait(id: string, options: WaitOptions): Promise<Job>
  pending(id: string, options: WaitOptions): Promise<PendingView>
  reply(id: string, reply: Reply & { interactionId: number }, options: WaitOptions): Promise<unknown>
}

/** Waits for the end of a run and answers what it asks; without somebody who answers, a question that waits for ever is an error. */
export async function converse(runs: Runs, id: string, answer: Answering | undefined, signal?: AbortSignal): Promise<Outcome> {
  for (;;) {
    const job = await runs.wait(id, { signal })
    if (isOver(job)) return outcomeOf(job)
    if (job.awaiting_upload) throw new SkillRunError(job, awaitsFiles)
    const { pending } = await runs.pending(id, { signal })
    if (pending === null) continue
    if (answer) await replyTo(runs, id, pending, answer, signal)
    else if (pending.expires_at === null) throw new SkillRunError(job, asksNobody(pending))
    // The runner will answer by itself; asking for that state would be answered at once.
    else await pause(1000, signal)
  }
}

async function replyTo(runs: Runs, id: string, question: PendingInteraction, answer: Answering, signal?: AbortSignal) {
  try {
    await runs.reply(id, { interactionId: question.interaction_id, ...(await answer(question)) }, { signal })
  } catch (error) {
    // Somebody else was faster, and that counts.
    const isLate = error instanceof SkillRunnerError && ['STALE_INTERACTION', 'NOT_WAITING'].includes(error.code)
    if (!isLate) throw error
  }
}

const awaitsFiles = {
  code: 'AWAITING_UPLOAD',
  message: 'The job waits for its files, and nobody brings them. Give them when it is created, or upload them.',
  details: {},
}

const asksNobody = (pending: PendingInteraction) => ({
  code: 'WAITING_USER',
  message: `The run asks something, and there is nobody to answer: ${pending.prompt}`,
  details: { ...pending },
})

function outcomeOf(job: Job): Outcome {
  if (job.status !== 'succeeded' || job.result === undefined) throw new SkillRunError(job)
  return { ...job.result, request_id: job.request_id }
}
