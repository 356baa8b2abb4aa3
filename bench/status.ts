import type { Job } from '../packages/sdk/src/index.ts'
import { inBatches } from './batches.ts'
import type { Figure } from './figures.ts'
import type { Bench } from './measurements.ts'
import { openServer, type Served } from './server.ts'
import { jobOf } from './subject.ts'

/** What it costs to ask for the status of a job, which simple clients do all the time. */
export async function measureStatus(bench: Bench): Promise<Figure[]> {
  await using server = await openServer(bench)
  const { client } = server
  const { request_id: finished } = (await client.create(jobOf(bench.subject, 'bench-echo'))).body
  await client.end(finished)
  const figures = await askFor(bench, server, finished, 'finished')
  // A job elsewhere is over before it was asked for often enough.
  return bench.subject.kind === 'remote' ? figures : [...figures, ...(await askForRunning(bench, server))]
}

async function askForRunning(bench: Bench, server: Served): Promise<Figure[]> {
  const { client } = server
  const { request_id: running } = (await client.create(jobOf(bench.subject, 'bench-hold'))).body
  try {
    await client.until(running, 'running')
    return await askFor(bench, server, running, 'running')
  } finally {
    await client.post(`/v1/jobs/${running}/cancel`)
  }
}

async function askFor({ count }: Bench, { client, pid }: Served, job: string, status: string): Promise<Figure[]> {
  const times: number[] = []
  const ask = async () => {
    const { body, ms } = await client.get<Job>(`/v1/jobs/${job}`)
    if (body.status === 'queued' || (body.status === 'running') !== (status === 'running'))
      throw new Error(`The job is ${body.status}`)
    times.push(ms)
  }
  for (let i = 0; i < 200; i++) await ask()
  times.length = 0
  const { own } = await inBatches(pid, count(3000), count(500), ask)
  const what = `GET /v1/jobs/{id}, ${status}`
  return [
    { id: `status.${status}.cpu`, what: `${what}, CPU of the server`, values: own, unit: 'ms', aim: { below: 0.2 } },
    { id: `status.${status}.p50`, what, values: times, unit: 'ms' },
  ]
}
