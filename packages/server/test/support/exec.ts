import assert from 'node:assert/strict'
import type { startApp } from './app.ts'
import { until } from './until.ts'

export const tool = { id: 'tool', files: { 'data/hello.txt': 'hello\n' }, sh: 'echo "{}"' }
export const exec = '/v1/projects/default/exec'

export interface Ran {
  readonly status: string
  readonly exit_code: number | null
  readonly error: { readonly code: string; readonly details: Record<string, unknown> } | null
  readonly stdout: { readonly text: string; readonly bytes: number; readonly truncated: boolean }
  readonly stderr: { readonly text: string }
}

export interface Task extends Ran {
  readonly task_id: string
}

export type Client = Pick<Awaited<ReturnType<typeof startApp>>, 'get' | 'post'>

export async function run(app: Client, command: string, more: object = {}, under = exec): Promise<Ran> {
  const { status, body } = await app.post<Ran>(`${under}/commands`, { skill_name: 'tool', command, ...more })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

export async function start(app: Client, command: string, more: object = {}, under = exec): Promise<string> {
  const { status, body } = await app.post<Task>(`${under}/tasks`, { skill_name: 'tool', command, ...more })
  assert.deepEqual([status, body.status], [202, 'queued'], JSON.stringify(body))
  return body.task_id
}

export const taskOf = async (app: Client, id: string, under = exec): Promise<Task> =>
  (await app.get<Task>(`${under}/tasks/${id}`)).body

export const ended = (app: Client, id: string, under = exec): Promise<Task> =>
  until(`${id} has ended`, async () => {
    const task = await taskOf(app, id, under)
    return ['succeeded', 'failed', 'canceled'].includes(task.status) && task
  })

/** The state of a task, why, and which limit that was. */
export const endOf = ({ status, error }: Ran): unknown[] => [
  status,
  error?.code,
  error?.details['limit'],
  error?.details['allowed'],
]
