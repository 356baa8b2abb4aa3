import assert from 'node:assert/strict'
import { checkAnswer } from './answers.ts'
import type { Answer, startApp } from './app.ts'
import { until } from './until.ts'

/** A server, whichever way it was started. */
type Client = Pick<Awaited<ReturnType<typeof startApp>>, 'get' | 'post' | 'url'>

export const project = '/v1/projects/default'
export const tool = { id: 'tool', files: { 'data/hello.txt': 'hello\n' }, sh: 'echo "{}"' }

export interface Artifact {
  artifact_id: string
  name: string
  bytes: number
  sha256: string
  mime: string
  source: string
  source_id: string | null
}

interface Taken {
  created_artifacts: { artifact_id: string; path: string; name: string; bytes: number; sha256: string }[]
  output_errors: { path: string; code: string; message: string }[]
}

export interface Ran extends Taken {
  status: string
  exit_code: number | null
  error: { code: string; details: object } | null
  stdout: { text: string }
  version_hash: string
}

export interface Task extends Taken {
  task_id: string
  status: string
  error: { code: string; details: object } | null
  inputs: object[]
  outputs: object[]
}

type Headers = Record<string, string>

export async function upload(
  app: Pick<Client, 'url'>,
  content: string | Buffer,
  { name = 'note.txt', headers = {}, part = 'file' }: { name?: string; headers?: Headers; part?: string } = {},
): Promise<Answer<Artifact>> {
  const form = new FormData()
  form.append(part, new Blob([new Uint8Array(Buffer.from(content))]), name)
  return sendForm(app, form, headers)
}

export async function sendForm(app: Pick<Client, 'url'>, form: FormData, headers: Headers = {}): Promise<Answer<Artifact>> {
  const response = await fetch(`${app.url}${project}/artifacts`, { method: 'POST', body: form, headers })
  const body = (await response.json()) as Artifact
  checkAnswer('POST', `${project}/artifacts`, response.status, body)
  return { status: response.status, headers: response.headers, body }
}

export const uploaded = async (app: Pick<Client, 'url'>, content: string | Buffer): Promise<string> =>
  (await upload(app, content)).body.artifact_id

export const contentOf = async (app: Pick<Client, 'url'>, id: string): Promise<string> =>
  (await fetch(`${app.url}${project}/artifacts/${id}/content`)).text()

export const run = (app: Pick<Client, 'post'>, command: string, more: object = {}): Promise<Answer<Ran>> =>
  app.post<Ran>(`${project}/exec/commands`, { skill_name: 'tool', command, ...more })

export async function start(app: Pick<Client, 'post'>, command: string, more: object = {}): Promise<string> {
  const { status, body } = await app.post<Task>(`${project}/exec/tasks`, { skill_name: 'tool', command, ...more })
  assert.equal(status, 202, JSON.stringify(body))
  return body.task_id
}

export const ended = (app: Pick<Client, 'get'>, id: string): Promise<Task> =>
  until(`${id} has ended`, async () => {
    const { body } = await app.get<Task>(`${project}/exec/tasks/${id}`)
    return ['succeeded', 'failed', 'canceled'].includes(body.status) && body
  })
