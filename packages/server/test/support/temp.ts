import assert from 'node:assert/strict'
import type { Job, UploadAccepted } from '@agent-skill-runner/contract/job.ts'
import type { TempRunAccepted } from '@agent-skill-runner/contract/temp-run.ts'
import type { Answer } from './app.ts'
import { clientOf } from './app.ts'
import { formOf, type Parts, send } from './forms.ts'
import { packageOf, type TestSkill } from './skills.ts'

interface Server {
  readonly url: string
}

/** What a temporary job asks of its skill. */
export interface TempRequest {
  readonly runtime_options?: object
  readonly [name: string]: unknown
}

const root = '/v1/temp-skill-runs'
export const under = (id: string, path = ''): string => `${root}/${id}${path}`

/** A temporary job that waits for its skill. Unless it says otherwise, it wants a run of its own. */
export async function createTemp(server: Server, request: TempRequest = {}) {
  const body = { ...request, runtime_options: { no_cache: true, ...request.runtime_options } }
  const answer = await clientOf(server.url).post<TempRunAccepted>(root, body)
  assert.deepEqual([answer.status, answer.body.status], [200, 'queued'], JSON.stringify(answer.body))
  return answer.body.request_id
}

/** Brings parts to a temporary job, in this order. */
export const bringTo = (server: Server, id: string, parts: Parts): Promise<Answer<UploadAccepted>> =>
  send(server.url, under(id, '/upload'), formOf(parts))

/** A temporary job with its skill, on its way. */
export async function startTemp(server: Server, skill: TestSkill, request: TempRequest = {}) {
  const id = await createTemp(server, request)
  const { status, body } = await bringTo(server, id, { skill_package: packageOf(skill) })
  assert.equal(status, 200, JSON.stringify(body))
  return id
}

/** The same, to its end. */
export async function runTemp(server: Server, skill: TestSkill, request: TempRequest = {}): Promise<Job> {
  const id = await startTemp(server, skill, request)
  return (await clientOf(server.url).get<Job>(under(id, '?wait=240'))).body
}
