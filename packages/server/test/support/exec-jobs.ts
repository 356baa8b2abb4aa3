import assert from 'node:assert/strict'
import type { startApp } from './app.ts'
import { until } from './until.ts'

export const exec = '/v1/projects/default/exec'
export const tool = { id: 'tool', sh: 'echo "{}"' }

interface StepView {
  index: number
  name: string | null
  status: string
  task_id: string | null
  exit_code: number | null
  error: { code: string } | null
  finished_at: string | null
  stdout: { text: string; bytes: number; truncated: boolean }
}

export interface JobView {
  job_id: string
  status: string
  error: { code: string; details: Record<string, unknown> } | null
  cancel_requested: boolean
  started_at: string | null
  finished_at: string | null
  steps: StepView[]
}

export type Client = Pick<Awaited<ReturnType<typeof startApp>>, 'get' | 'post'>

/** Steps by their commands alone, or with more about them. */
export async function startJob(app: Client, steps: readonly (string | object)[], more: object = {}): Promise<string> {
  const { status, body } = await app.post<JobView>(`${exec}/jobs`, {
    skill_name: 'tool',
    steps: steps.map((step) => (typeof step === 'string' ? { command: step } : step)),
    ...more,
  })
  assert.deepEqual([status, body.status], [202, 'queued'], JSON.stringify(body))
  return body.job_id
}

export const jobOf = async (app: Client, id: string): Promise<JobView> => (await app.get<JobView>(`${exec}/jobs/${id}`)).body

export const isOver = ({ status }: { readonly status: string }): boolean => ['succeeded', 'failed', 'canceled'].includes(status)

export const jobEnded = (app: Client, id: string): Promise<JobView> =>
  until(`${id} has ended`, async () => {
    const job = await jobOf(app, id)
    return isOver(job) && job
  })

export const stepStates = ({ steps }: JobView): string[] => steps.map(({ status }) => status)

/** Waits until a step has printed this, and is told to run: its output may be there a moment before its row says so. */
export const printed = (app: Client, id: string, index: number, text: string): Promise<JobView> =>
  until(`step ${index} has printed ${text}`, async () => {
    const job = await jobOf(app, id)
    const step = job.steps[index]
    return step?.stdout.text.includes(text) === true && step.status !== 'starting' && job
  })

/** What a command in the session of a job prints. */
export async function inSession(app: Client, command: string, session_id = 'default'): Promise<string> {
  const body = { skill_name: 'tool', command, session_id, workdir: 'beside' }
  return (await app.post<{ stdout: { text: string } }>(`${exec}/commands`, body)).body.stdout.text
}
