import { setTimeout as wait } from 'node:timers/promises'
import type { Job } from '@agent-skill-runner/contract/job.ts'
import { createJob, untilItRests, wantedAuto, wantedTalk } from '../jobs.ts'
import type { KnownJob, Wanted } from '../ledger.ts'
import { keyIn, type Scene } from './scene.ts'

const hourMs = 3_600_000
const secondMs = 1000

/** The clock of the server goes wrong by hours, back further than it came, and is set right: questions that are due are answered, and nothing waits for hours. */
export async function jumpClock(scene: Scene, hours: number): Promise<number> {
  const { server, world } = scene
  const patient = await createJob(world, talkFor(1, hours * 1800), keyIn(scene, 'patient'))
  const slow = await createJob(world, wantedAuto({ kind: 'script', isSlow: true, cancelAfterMs: null }), keyIn(scene, 'slow'))
  if (!patient || !slow) throw new Error('a job was not taken')
  await untilItRests(world, patient)
  await server.shiftClock(hours * hourMs)
  // Its question makes the server look; alone, it would look within a minute.
  const quick = await createJob(world, talkFor(2, 1), keyIn(scene, 'quick'))
  if (!quick) throw new Error('a job was not taken')
  await untilDecided(scene, patient, 1)
  await untilDecided(scene, quick, 1)
  await server.shiftClock(-2 * hours * hourMs)
  await untilDecided(scene, quick, 2)
  await server.shiftClock(hours * hourMs)
  await Promise.all([patient, slow].map((job) => untilItRests(world, job)))
  return 3
}

/** Nobody answers; the runner does after so many seconds. */
function talkFor(questions: number, seconds: number): Wanted {
  const plan = {
    questions,
    isSlow: false,
    isAuto: true,
    engine: 'replay',
    kind: 'talk',
    replies: [],
    cancelAfterMs: null,
  } as const
  const wanted = wantedTalk(plan, () => 'replay')
  const { runtime_options: options, ...body } = wanted.body as { readonly runtime_options: object }
  return { ...wanted, body: { ...body, runtime_options: { ...options, interactive_reply_timeout_sec: seconds } } }
}

const longestMs = 20 * secondMs

async function untilDecided({ world }: Scene, known: KnownJob, times: number): Promise<void> {
  const began = performance.now()
  for (;;) {
    const told = await world.ask<Job>('GET', `/v1/jobs/${known.id}`)
    if ((told?.body?.auto_decision_count ?? 0) >= times) return
    if (performance.now() - began > longestMs)
      throw new Error(`question ${times} of ${known.id} is not decided, ${longestMs / secondMs} s after it was due`)
    await wait(20)
  }
}
