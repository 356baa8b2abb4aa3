import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Job, JobResult } from '@agent-skill-runner/contract/job.ts'
import type { Recording } from '@agent-skill-runner/contract/recording.ts'
import type { startApp } from './app.ts'
import { goOn } from './talk.ts'

type App = Pick<Awaited<ReturnType<typeof startApp>>, 'create' | 'get' | 'post' | 'until' | 'job' | 'events' | 'skillsDir'>

export async function recordingOf(app: App, id: string): Promise<Recording> {
  const { status, body } = await app.get<Recording>(`/v1/jobs/${id}/recording`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Puts a recording into its skill, asks for what it was asked for, and gives the replies that were given. Answers the id of the job. */
export async function play(app: App, recording: Recording, name = 'recorded'): Promise<string> {
  const { skill_id } = recording.recorded
  const folder = join(app.skillsDir, skill_id, 'assets/replay')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.recording.json`), JSON.stringify(recording))
  return ask(app, recording, { engine: 'replay', model: name })
}

/** A job with what a recording was made of, and its replies. */
export async function ask(app: App, { recorded, job }: Pick<Recording, 'recorded' | 'job'>, by: object): Promise<string> {
  const { input, parameter, execution_mode, replies } = job
  const id = await app.create(recorded.skill_id, { ...by, input, parameter, runtime_options: { execution_mode } })
  await app.until(id, 'waiting_user', 'succeeded', 'failed')
  for (const [index, { response }] of replies.entries()) await goOn(app, id, index + 1, response)
  await app.until(id, 'succeeded', 'failed')
  return id
}

/** What a person sees of a run and what a client gets of it, without what differs each time: ids, numbers, times and places. */
export async function seen(app: App, id: string) {
  const job: Job = await app.job(id)
  const { result } = (await app.get<{ result: JobResult }>(`/v1/jobs/${id}/result`)).body
  const events = await app.events(id)
  return {
    status: job.status,
    attempts: job.attempt_number,
    data: result.data,
    level: result.normalization_level,
    usage: result.usage,
    error: result.error?.code ?? null,
    artifacts: result.artifacts.map(({ path, role, size, sha256 }) => ({ path, role, size, sha256 })),
    conversation: events.map(({ type, data }) => ({ type, data: withoutTimes(data) })),
  }
}

const withoutTimes = ({ updated_at, accepted_at, ...data }: Record<string, unknown>): Record<string, unknown> => data

/** What was said, done and asked: without raw lines, which are those of a CLI, and without what the server noticed about them. */
export async function said(app: App, id: string) {
  const { conversation, level, ...rest } = await seen(app, id)
  const isSaid = ({ type }: { type: string }) => !/^(raw\.|diagnostic\.|usage\.)/.test(type)
  return { ...rest, conversation: conversation.filter(isSaid) }
}

/** What has to be the same of a recording and the recording of what was played from it. */
export const lasting = ({ job, turns, result }: Recording) => ({ job, turns, result })

/** Where a recording lies that comes with a built-in skill. */
export const shipped = (skill: string, name: string): string =>
  fileURLToPath(new URL(`../../../../skills/${skill}/assets/replay/${name}.recording.json`, import.meta.url))
