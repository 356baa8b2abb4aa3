import type { components, Job, JobAccepted } from '../packages/sdk/src/index.ts'

type PendingView = components['schemas']['PendingView']
type Question = NonNullable<PendingView['pending']>

/** Where a job is by now, and the result when it has ended. */
export type Standing = Pick<JobAccepted, 'request_id' | 'status' | 'result'>

/** Gives the answers in turn, prints each beside its question, and tells how the job ended. */
export async function converse(address: string, job: Standing, answers: readonly unknown[]): Promise<Standing> {
  const url = `${address}/v1/jobs/${job.request_id}`
  let now = job
  for (const answer of answers) {
    const { pending } = await read<PendingView>(`${url}/interaction/pending`)
    if (!pending) throw new Error(`Nobody asks for the answer ${JSON.stringify(answer)}: the job is ${now.status}`)
    console.log(`\nIt asks:  ${pending.prompt}${choices(pending)}\nWe reply: ${JSON.stringify(answer)}`)
    await reply(url, pending, answer)
    now = await read<Job>(`${url}?wait=60`)
  }
  return now
}

const choices = ({ options }: Question): string =>
  options.length === 0 ? '' : ` (${options.map(({ label }) => label).join(', ')})`

/** Under a key of its own, so that it could be sent again after a broken connection. */
async function reply(url: string, { interaction_id }: Question, response: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': `demo-${interaction_id}` }
  const body = JSON.stringify({ interaction_id, response })
  await read(`${url}/interaction/reply`, { method: 'POST', headers, body })
}

async function read<Body>(url: string, init: RequestInit = {}): Promise<Body> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status} ${await response.text()}`)
  return (await response.json()) as Body
}
