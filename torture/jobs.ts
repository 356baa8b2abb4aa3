import type { Job, JobAccepted } from '@agent-skill-runner/contract/job.ts'
import type { Ask } from './client.ts'
import { type KnownJob, type Ledger, newJob, noteView, type Wanted } from './ledger.ts'
import type { AutoPlan, Moment, TalkPlan } from './plan.ts'
import { agentAnswer, counted, read, said, talkModel } from './skills.ts'

/** Where the client acts: a server, and what is known of it. */
export interface World {
  readonly ask: Ask
  readonly ledger: Ledger
  readonly round: number
  readonly saw: (moment: Moment) => void
  /** Aborted when the server is killed. */
  readonly end: AbortSignal
}

const fresh = { no_cache: true }

export function wantedAuto({ kind, isSlow }: AutoPlan): Wanted {
  const script = { skill_id: `torture-script${isSlow ? '-slow' : ''}`, runtime_options: fresh }
  const replay = { skill_id: 'torture-replay', engine: 'replay', model: isSlow ? 'slow' : 'default', runtime_options: fresh }
  const isScript = kind === 'script'
  return { kind: 'auto', body: isScript ? script : replay, data: isScript ? counted : said, engine: kind, isAuto: false }
}

export const wantedUpload: Wanted = {
  kind: 'upload',
  body: { skill_id: 'torture-upload', runtime_options: fresh },
  data: read,
  engine: 'script',
  isAuto: false,
}

export function wantedTalk({ engine, questions, isSlow, isAuto }: TalkPlan, modelOf: ModelOf): Wanted {
  const options = isAuto ? { interactive_auto_reply: true, interactive_reply_timeout_sec: 1 } : {}
  const played = { skill_id: 'torture-talk', engine, model: talkModel(questions, isSlow) }
  const real = { skill_id: 'torture-agent', engine, model: modelOf(engine) }
  const isPlayed = engine === 'replay'
  return {
    kind: 'talk',
    body: { ...(isPlayed ? played : real), runtime_options: { ...fresh, execution_mode: 'interactive', ...options } },
    data: isPlayed ? null : agentAnswer,
    engine,
    isAuto,
  }
}

/** The model that a real CLI is asked for. */
export type ModelOf = (engine: string) => string

/** Null: the server died before it answered; under the key it can be asked again. */
export async function createJob(world: World, wanted: Wanted, key: string): Promise<KnownJob | null> {
  const { ask, ledger, round, saw } = world
  ledger.lost.set(key, wanted)
  const headers = { 'idempotency-key': key }
  const told = await ask<JobAccepted>('POST', '/v1/jobs', { body: wanted.body, headers, onAnswer: () => saw('job-accepted') })
  if (told === null || told.body === null) return null
  if (told.status !== 200) throw new Error(`a job was refused: ${JSON.stringify(told)}`)
  ledger.lost.delete(key)
  const known = newJob(told.body.request_id, round, wanted)
  ledger.jobs.set(known.id, known)
  return known
}

/** The job, once it asks or has ended; null: the server is gone. */
export async function untilItRests({ ask, end }: World, known: KnownJob): Promise<Job | null> {
  while (!end.aborted) {
    const told = await ask<Job>('GET', `/v1/jobs/${known.id}?wait=5`)
    if (!told?.body) return null
    noteView(known, told.body)
    const { status, awaiting_upload } = told.body
    if (!['queued', 'running'].includes(status) || awaiting_upload) return told.body
  }
  return null
}
