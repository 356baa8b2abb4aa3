import { type Figure, percentile } from './figures.ts'
import type { Bench } from './measurements.ts'
import { openServer } from './server.ts'
import { jobOf } from './subject.ts'

/** How long a caller waits for the answer that a job was taken, on a server that is doing nothing else. */
export async function measureCreate(bench: Bench): Promise<Figure[]> {
  await using server = await openServer(bench)
  const { client } = server
  const job = jobOf(bench.subject, 'bench-echo')
  const times: number[] = []
  const warmUp = 10
  for (let i = 0; i < warmUp + bench.count(100); i++) {
    const { body, ms } = await client.create(job)
    await client.end(body.request_id)
    if (i >= warmUp) times.push(ms)
  }
  return [
    { id: 'create.p50', what: 'POST /v1/jobs, alone', values: times, unit: 'ms', aim: { below: 2 } },
    { id: 'create.p95', what: 'POST /v1/jobs, alone, p95', values: [percentile(times, 95)], unit: 'ms' },
  ]
}
