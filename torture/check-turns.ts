import { changesOf } from './changes.ts'
import { hasEnded } from './ledger.ts'
import type { Complaints, Story } from './story.ts'

/** Attempts, questions and the state that they leave a run in. */
export function turnComplaints(story: Story): Complaints {
  return [...countComplaints(story), ...questionComplaints(story), ...viewComplaints(story)]
}

/** One attempt for the start and one for each answer, less the one that did not begin. */
function countComplaints({ run, interactions, rasp }: Story): Complaints {
  const answered = interactions.filter(({ resolution }) => resolution !== null).length
  const starts = changesOf(rasp).filter(({ trigger }) => trigger === 'turn.started').length
  const changes = changesOf(rasp)
  const isBeforeStart = run.state === 'queued' || (hasEnded(run.state) && changes.at(-1)?.from === 'queued')
  const expected = isBeforeStart ? answered : answered + 1
  return [
    ...(run.attempt === expected ? [] : [`it is at attempt ${run.attempt} with ${answered} answers in state ${run.state}`]),
    ...(run.attempt === starts ? [] : [`it is at attempt ${run.attempt} after ${starts} starts`]),
  ]
}

/** Questions count from 1, each by its own attempt, and only the last one may be open. */
function questionComplaints({ run, interactions, rasp }: Story): Complaints {
  const ids = interactions.map(({ id, attempt }) => `${id} by ${attempt}`)
  const expected = interactions.map((_, index) => `${index + 1} by ${index + 1}`)
  const open = interactions.filter(({ resolution }) => resolution === null).map(({ id }) => id)
  const endedWaiting = hasEnded(run.state) && changesOf(rasp).at(-1)?.from === 'waiting_user'
  const shouldBeOpen = run.state === 'waiting_user' || endedWaiting ? [interactions.length] : []
  const autos = interactions.filter(({ resolution }) => resolution === 'auto_decide_timeout').length
  const pending = run.state === 'waiting_user' ? interactions.length : null
  return [
    ...(ids.join() === expected.join() ? [] : [`its questions are ${ids.join(', ')}`]),
    ...(run.interaction_count === ids.length ? [] : [`it counts ${run.interaction_count} questions and has ${ids.length}`]),
    ...(open.join() === shouldBeOpen.join()
      ? []
      : [`in state ${run.state} these questions are open: ${open.join(', ') || 'none'}`]),
    ...(run.pending_interaction === pending ? [] : [`in state ${run.state} question ${run.pending_interaction} is pending`]),
    ...(run.auto_decision_count === autos ? [] : [`it counts ${run.auto_decision_count} decisions of its own and has ${autos}`]),
  ]
}

/** What the door tells is what the record says. */
function viewComplaints({ job, run, pending }: Story): Complaints {
  const told = [job.status, job.attempt_number, job.pending_interaction_id, job.interaction_count, job.auto_decision_count]
  const kept = [run.state, run.attempt, run.pending_interaction, run.interaction_count, run.auto_decision_count]
  return [
    ...(told.join() === kept.join() ? [] : [`the door tells ${told.join()} and the record is ${kept.join()}`]),
    ...((pending?.interaction_id ?? null) === run.pending_interaction ? [] : ['its question cannot be read']),
  ]
}
