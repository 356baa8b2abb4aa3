import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Job, JobList } from '@agent-skill-runner/contract/job.ts'
import type { Receipt } from '@agent-skill-runner/contract/receipt.ts'
import type { ReceiptStatement } from '../../src/receipts/statement.ts'
import { nodeFileOf } from '../../src/store/node.ts'
import type { clientOf } from './app.ts'
import { isAlive } from './children.ts'

/** Processes that carry the mark of a run of this data folder. */
export const marked = (data: string): string[] => processesWith(`SKILL_RUNNER_MARK=${nodeIn(data)}:run_`)

/** Which server works on a data folder. */
export const nodeIn = (data: string): string => readFileSync(nodeFileOf(data), 'utf8').trim()

/** Processes with this in their environment. */
export function processesWith(text: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(text) && isAlive(Number(name))
    } catch {
      return false
    }
  })
}

type Client = Pick<ReturnType<typeof clientOf>, 'get' | 'events'>

/** Whenever the state is one that ends a run, its receipt is there and says the same. */
async function checkReceipt(server: Client, { request_id: id, run_id, status }: Job): Promise<void> {
  const { status: code, body } = await server.get<Receipt>(`/v1/jobs/${id}/receipt`)
  assert.equal(code, 200, `${id} has no receipt`)
  const { predicate } = JSON.parse(Buffer.from(body.payload, 'base64').toString()) as ReceiptStatement
  assert.deepEqual([predicate.run_id, predicate.outcome.state], [run_id, status])
}

/** Everything that must be true of a data folder when all runs have ended, whatever happened before. */
export async function checkRecords(
  server: Client & { readonly data: string },
  strays: (jobs: readonly Job[]) => string[] = () => marked(server.data),
): Promise<Job[]> {
  const { jobs } = (await server.get<JobList>('/v1/jobs?limit=200')).body
  for (const job of jobs) {
    assert.ok(['succeeded', 'failed', 'canceled'].includes(job.status), `${job.request_id} is ${job.status}`)
    const events = await server.events(job.request_id)
    for (const told of [events, await server.events(job.request_id, 'rasp')]) {
      assert.deepEqual(
        told.map(({ seq }) => seq),
        told.map((_, index) => index + 1),
      )
    }
    const types = events.map(({ type }) => type)
    const endings = types.filter((type) => /^conversation\.(completed|failed|canceled)$/.test(type))
    assert.deepEqual([endings.length, types.at(-1)], [1, endings[0]])
    const states = events
      .filter(({ type }) => type === 'conversation.state.changed')
      .map(({ data }) => `${data['from']}→${data['to']}`)
    assert.equal(states.at(-1)?.split('→')[1], job.status)
    assert.equal(new Set(states).size, states.length)
    const result = await server.get<{ result: { status: string } }>(`/v1/jobs/${job.request_id}/result`)
    assert.deepEqual([result.status, result.body.result.status], [200, job.status])
    await checkReceipt(server, job)
  }
  assert.deepEqual(strays(jobs), [])
  assert.deepEqual(readdirSync(join(server.data, 'homes')), [])
  return jobs
}
