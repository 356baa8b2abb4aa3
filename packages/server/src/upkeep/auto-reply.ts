import { setTimeout as wait } from 'node:timers/promises'
import type { Interaction } from '../domain/conversation.ts'
import type { RunId } from '../domain/run.ts'
import { autoDecided } from '../events/rasp.ts'
import { instant } from '../lib/clock.ts'
import { deadlineOf } from '../lib/deadline.ts'
import { topics } from '../runs/topics.ts'
import type { Due } from '../store/interactions.ts'
import { placeReply } from '../workspace/replies.ts'
import type { UpkeepDeps } from './deps.ts'

/** Even if nobody says so: a clock that was set is noticed, and a nudge that was missed. */
const lookAgainMs = 60_000

/** After this long a question that could not be answered is tried again. */
const pauseMs = 1000

/** What an engine is told to decide by when it did not say itself what is best. */
const usualPolicy = 'engine_judgement'

export interface AutoReplies {
  start(): void
  /** Waits for the answer that is being given. */
  stop(): Promise<void>
}

/** Answers for people who did not answer in time. Which questions those are is looked up in the store, so a restart forgets none. */
export function openAutoReplies(deps: UpkeepDeps): AutoReplies {
  const stopping = new AbortController()
  let loop: Promise<void> = Promise.resolve()
  return {
    start() {
      loop = answerAll(deps, stopping.signal)
    },
    async stop() {
      stopping.abort()
      await loop
    },
  }
}

async function answerAll(deps: UpkeepDeps, stopping: AbortSignal): Promise<void> {
  const paused = new Map<RunId, number>()
  while (!stopping.aborted) {
    using patience = deadlineOf(lookAgainMs, stopping)
    const wake = deps.wakes.next(topics.waiting, patience.signal)
    const until = await nextTime(deps, paused).catch((error) => {
      deps.logger.error({ err: error }, 'cannot look up expired questions; retrying')
      return deps.clock.now().getTime() + pauseMs
    })
    const ms = until - deps.clock.now().getTime()
    if (ms > 0) await Promise.race([wake, wait(ms, undefined, { signal: patience.signal }).catch(() => {})])
  }
}

/** Answers the question that is due, if one is; tells when to look again. */
async function nextTime(deps: UpkeepDeps, paused: Map<RunId, number>): Promise<number> {
  const now = deps.clock.now().getTime()
  for (const [run, until] of paused) if (until <= now) paused.delete(run)
  const due = await deps.store.interactions.nextDue([...paused.keys()])
  const dueAt = due ? Date.parse(due.expiresAt) : Number.POSITIVE_INFINITY
  if (!due || dueAt > now) return Math.min(dueAt, now + lookAgainMs, ...paused.values())
  await answer(deps, due).catch((error) =>
    deps.logger.error({ err: error, run_id: due.run, interaction_id: due.interaction }, 'auto reply failed; retrying'),
  )
  // Answered, it is not found again for now; and what goes wrong with one run must not keep the others waiting.
  paused.set(due.run, deps.clock.now().getTime() + pauseMs)
  return now
}

async function answer(deps: UpkeepDeps, { run, interaction }: Due): Promise<void> {
  await deps.inTurn.replies.take(run, async () => {
    const [now, asked, [job]] = await Promise.all([
      deps.store.runs.get(run),
      deps.store.interactions.get(run, interaction),
      deps.store.jobs.ofRun(run),
    ])
    if (now?.state !== 'waiting_user' || now.pendingInteraction !== interaction || !asked) return
    // What a reply that never counted left behind is no part of this answer.
    await placeReply(deps.layout.run(run), interaction, null)
    const at = instant(deps.clock)
    const moved = await deps.log.move({
      run,
      job: job?.id ?? null,
      trigger: 'interaction.auto_decide.timeout',
      from: 'waiting_user',
      answers: { interaction, answer: { resolution: 'auto_decide_timeout', response: null, files: [], key: null, at } },
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
