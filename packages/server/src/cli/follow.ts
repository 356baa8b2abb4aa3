import {
  type FcmpEvent,
  type PendingInteraction,
  type Reply,
  type SkillRunner,
  SkillRunnerError,
} from '@agent-skill-runner/sdk/source'
import { problemText } from './client-command.ts'
import type { Exit } from './exit-codes.ts'

export interface Following {
  readonly runner: SkillRunner
  readonly id: string
  readonly from?: number | undefined
  readonly signal: AbortSignal
  show(event: FcmpEvent): void
  /** Answers a question; null: there is no answer here, and following ends. Left out: the answer comes from elsewhere. */
  readonly answer?: (question: PendingInteraction) => Promise<Reply | null>
}

/** Follows a run to its end, or returns the question that has no answer here. */
export async function follow(following: Following): Promise<PendingInteraction | null> {
  const { runner, id, from, signal, show, answer } = following
  for await (const event of runner.jobs.events(id, { from, signal })) {
    show(event)
    const asks = event.type === 'conversation.state.changed' && event.data.to === 'waiting_user'
    if (!asks || !answer) continue
    const unanswered = await settle(following, answer)
    if (unanswered) return unanswered
  }
  return null
}

/** Until the reply is taken, or there is nothing to answer any more. */
async function settle({ runner, id, signal }: Following, answer: NonNullable<Following['answer']>) {
  for (;;) {
    const { pending } = await runner.jobs.pending(id, { signal })
    if (pending === null) return null
    const reply = await answer(pending)
    if (reply === null) return pending
    try {
      await runner.jobs.reply(id, { ...reply, interactionId: pending.interaction_id }, { signal })
      return null
    } catch (error) {
      if (!(error instanceof SkillRunnerError) || !askAgain.includes(error.code)) throw error
      process.stderr.write(problemText(error))
    }
  }
}

const askAgain: readonly string[] = ['REPLY_INVALID', 'UPLOAD_INVALID', 'UPLOAD_TOO_LARGE', 'STALE_INTERACTION', 'NOT_WAITING']

/** How a run in this state ends the command. */
export const exitOf = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  waiting_user: 'asks',
  queued: 'underWay',
  running: 'underWay',
} as const satisfies Record<string, Exit>
