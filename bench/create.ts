import { type Figure, median, percentile } from './figures.ts'
import type { Bench } from './measurements.ts'
import { startBenchServer } from './server.ts'
import { input } from './skills.ts'

/** How long a caller waits for the answer that a job was taken, on a server that is doing nothing else. */
export async function measureCreate({ place, count }: Bench): Promise<Figure[]> {
  await using server = await startBenchServer(place)
  const { client } = server
  const times: number[] = []
  const warmUp = 10
  for (let i = 0; i < warmUp + count(100); i++) {
    const { body, ms } = await client.create({ skill_id: 'bench-echo', input })
    await client.end(body.request_id)
    if (i >= warmUp) times.push(ms)
  }
  return [
    { id: 'create.p50', what: 'POST /v1/jobs, median', value: median(times), unit: 'ms', aim: { below: 5 } },
    { id: 'create.p95', what: 'POST /v1/jobs, p95', value: percentile(times, 95), unit: 'ms' },
  ]
}
