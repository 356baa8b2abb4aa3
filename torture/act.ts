import { setTimeout as wait } from 'node:timers/promises'
import type { UploadAccepted } from '@agent-skill-runner/contract/job.ts'
import { unreachable } from '../packages/server/src/lib/unreachable.ts'
import { createJob, type ModelOf, untilItRests, type World, wantedAuto, wantedTalk, wantedUpload } from './jobs.ts'
import { hasEnded, type KnownJob } from './ledger.ts'
import type { Action, OldPlan, ReplyPlan, TalkPlan, UploadPlan } from './plan.ts'
import { newReply, sendCancel, sendReply } from './replies.ts'
import { uploaded } from './skills.ts'

export interface Stage {
  readonly world: World
  /** Jobs that waited when the round began. */
  readonly waiting: readonly KnownJob[]
  readonly modelOf: ModelOf
}

/** One thing that the client does, until it is done or the server is gone. */
export async function act(stage: Stage, action: Action, key: string): Promise<void> {
  const { world } = stage
  await pause(world, action.afterMs)
  if (world.end.aborted) return
  switch (action.kind) {
    case 'script':
    case 'replay':
      return runToItsEnd(world, await createJob(world, wantedAuto(action), key), action.cancelAfterMs)
    case 'upload':
      return bring(world, await createJob(world, wantedUpload, key), action)
    case 'talk':
      return talk(world, await createJob(world, wantedTalk(action, stage.modelOf), key), action)
    case 'old':
      return answerOld(stage, action)
    default:
      return unreachable(action)
  }
}

const pause = ({ end }: World, ms: number): Promise<void> => wait(ms, undefined, { signal: end }).catch(() => {})

async function cancelAfter(world: World, known: KnownJob, ms: number | null): Promise<void> {
  if (ms === null) return
  await pause(world, ms)
  if (!world.end.aborted) await sendCancel(world, known)
}

async function runToItsEnd(world: World, known: KnownJob | null, cancelAfterMs: number | null): Promise<void> {
  if (known) await Promise.all([untilItRests(world, known), cancelAfter(world, known, cancelAfterMs)])
}

async function bring(world: World, known: KnownJob | null, { uploadAfterMs, cancelAfterMs }: UploadPlan): Promise<void> {
  if (!known) return
  const upload = async () => {
    if (uploadAfterMs === null) return
    await pause(world, uploadAfterMs)
    if (!world.end.aborted && (await sendUpload(world, known))) await untilItRests(world, known)
  }
  await Promise.all([upload(), cancelAfter(world, known, cancelAfterMs)])
}

/** Whether the file was taken. */
export async function sendUpload({ ask }: World, known: KnownJob): Promise<boolean> {
  const form = new FormData()
  form.set('paper', new Blob([uploaded]), 'paper.txt')
  const told = await ask<UploadAccepted>('POST', `/v1/jobs/${known.id}/upload`, { body: form })
  return told?.status === 200
}

async function talk(world: World, known: KnownJob | null, plan: TalkPlan): Promise<void> {
  if (!known) return
  const answer = async () => {
    for (const reply of plan.replies) if (!(await answerNext(world, known, reply))) return
    await untilItRests(world, known)
  }
  await Promise.all([answer(), cancelAfter(world, known, plan.cancelAfterMs)])
}

async function answerOld({ world, waiting }: Stage, { share, reply }: OldPlan): Promise<void> {
  const known = waiting[Math.floor(share * waiting.length)]
  if (known) await answerNext(world, known, reply)
}

/** Whether its next question was answered. */
async function answerNext(world: World, known: KnownJob, plan: ReplyPlan): Promise<boolean> {
  const job = await untilItRests(world, known)
  if (job === null || hasEnded(job.status) || job.pending_interaction_id === null) return false
  await pause(world, plan.afterMs)
  if (world.end.aborted) return false
  const reply = newReply(known, job.pending_interaction_id, plan)
  const [answer] = await Promise.all([
    sendReply(world, known, reply),
    plan.isTwice ? sendReply(world, known, reply) : null,
    plan.withCancel ? sendCancel(world, known) : null,
  ])
  return answer === 'accepted'
}
