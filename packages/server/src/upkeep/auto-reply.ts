import type { Interaction } from '../domain/conversation.ts'
import type { RunId } from '../domain/run.ts'
import { autoDecided } from '../events/rasp.ts'
import { instant } from '../lib/clock.ts'
import { type DueLoop, lookAgainMs, openDueLoop } from '../lib/due-loop.ts'
import { topics } from '../runs/topics.ts'
import type { Due } from '../store/interactions.ts'
import type { UpkeepDeps } from './deps.ts'

/** After this long a question that could not be answered is tried again. */
const pauseMs = 1000

/** The policy for the decision if the question names none. */
const usualPolicy = 'engine_judgement'

const nobodysAnswer = { resolution: 'auto_decide_timeout', response: null, files: [], upload: null, key: null } as const

/** Answers for people who did not answer in time. Which questions those are is looked up in the store, so a restart forgets none. */
export function openAutoReplies(deps: UpkeepDeps): DueLoop {
  const paused = new Map<RunId, number>()
  const work = { topic: topics.waiting, failure: 'cannot look up expired questions; retrying', pauseMs }
  return openDueLoop(deps, work, () => answerNext(deps, paused))
}

/** Answers the question that is due, if one is; tells when to look again. */
async function answerNext(deps: UpkeepDeps, paused: Map<RunId, number>): Promise<number> {
  const now = deps.clock.now().getTime()
  for (const [run, until] of paused) if (until <= performance.now()) paused.delete(run)
  const due = await deps.store.interactions.nextDue([...paused.keys()])
  const dueAt = due ? Date.parse(due.expiresAt) : Number.POSITIVE_INFINITY
  if (!due || dueAt > now) return Math.min(dueAt, now + lookAgainMs, ...[...paused.values()].map((until) => now + leftOf(until)))
  await answer(deps, due).catch((error) =>
    deps.logger.error({ err: error, run_id: due.run, interaction_id: due.interaction }, 'auto reply failed; retrying'),
  )
  // Skips this run for a while: a failure of one run must not block the others.
  paused.set(due.run, performance.now() + pauseMs)
  return now
}

/** A pause is counted by what no one sets: with a clock that is set back it would last for hours. */
const leftOf = (until: number): number => Math.max(0, until - performance.now())

async function answer(deps: UpkeepDeps, { run, interaction }: Due): Promise<void> {
  await deps.inTurn.replies.take(run, async () => {
    const [now, asked, [job]] = await Promise.all([
      deps.store.runs.get(run),
      deps.store.interactions.get(run, interaction),
      deps.store.jobs.ofRun(run),
    ])
    if (now?.state !== 'waiting_user' || now.pendingInteraction !== interaction || !asked) return
    const at = instant(deps.clock)
    const moved = await deps.log.move({
      run,
      job: job?.id ?? null,
      trigger: 'interaction.auto_decide.timeout',
      seen: now,
      answers: { interaction, answer: { ...nobodysAnswer, at } },
      drafts: (from, to) => autoDecided(from, to, decisionOf(asked)),
    })
    if (!moved) return
    deps.logger.info({ request_id: job?.id, run_id: run, interaction_id: interaction }, 'no reply in time; auto reply sent')
    deps.wakes.wake(topics.queue)
  })
}

function decisionOf({ id, question, askedAt, expiresAt }: Interaction) {
  const waitedMs = Date.parse(expiresAt ?? askedAt) - Date.parse(askedAt)
  return {
    interaction_id: id,
    timeout_sec: Math.max(1, Math.round(waitedMs / 1000)),
    policy: question.defaultDecisionPolicy ?? usualPolicy,
  }
}
