import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { JobAccepted, UploadAccepted } from '@agent-skill-runner/contract/job.ts'
import { checkAnswer } from './answers.ts'
import type { Answer } from './app.ts'

export type Parts = Readonly<Record<string, string | Buffer>>

/** Parts with these names and contents, in this order. */
export function formOf(parts: Parts): FormData {
  const form = new FormData()
  for (const [name, content] of Object.entries(parts)) form.append(name, new Blob([new Uint8Array(Buffer.from(content))]), name)
  return form
}

export async function send<T>(
  url: string,
  path: string,
  body: FormData,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const response = await fetch(url + path, { method: 'POST', body, headers })
  const answer = await response.json()
  checkAnswer('POST', path, response.status, answer)
  return { status: response.status, headers: response.headers, body: answer as T }
}

/** Brings files to a job that waits for them. */
export const upload = (app: { readonly url: string }, id: string, parts: Parts): Promise<Answer<UploadAccepted>> =>
  send(app.url, `/v1/jobs/${id}/upload`, formOf(parts))

/** A job and its files in one request. */
export const createWith = (
  app: { readonly url: string },
  job: object,
  parts: Parts,
  headers: Record<string, string> = {},
): Promise<Answer<JobAccepted>> => send(app.url, '/v1/jobs', formOf({ job: JSON.stringify(job), ...parts }), headers)

/** Where the files lie that came for a job, if it is one upload. */
export function uploadOf(data: string, job: string): string {
  const [upload = '', ...others] = readdirSync(join(data, 'requests', job))
  if (upload === '' || others.length > 0) throw new Error(`of ${job} there are ${others.length + 1} uploads`)
  return join(data, 'requests', job, upload)
}
