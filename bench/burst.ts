import { type Figure, percentile } from './figures.ts'
import type { Bench } from './measurements.ts'
import { cpuOf, cpuSince } from './proc.ts'
import { openServer, type Served } from './server.ts'
import { firstRun, writeStandIn } from './stand-in.ts'
import { jobOf } from './subject.ts'

const bursts = 3

/** Many jobs that are created at the same time: how soon is each accepted, and how soon have all ended? */
export async function measureBurst(bench: Bench): Promise<Figure[]> {
  // A server elsewhere has the queue it has, by default 128.
  const jobs = bench.count(bench.subject.kind === 'remote' ? 100 : 200)
  // All of them may wait; that is the only setting that differs.
  const env = { ...writeStandIn(bench.place).env, SKILL_RUNNER_MAX_QUEUE: '1000' }
  await using server = await openServer(bench, { env })
  await firstRun(server.client, jobOf(bench.subject, 'bench-agent'))
  await burst(bench, server, 20)
  const seen: Burst[] = []
  for (let i = 0; i < bursts; i++) seen.push(await burst(bench, server, jobs))
  const creates = seen.flatMap(({ createMs }) => createMs)
  return [
    {
      id: 'burst.runs',
      what: `runs, ${jobs} jobs created at once`,
      values: seen.map(({ rate }) => rate),
      unit: '/s',
      aim: { atLeast: 50 },
    },
    { id: 'burst.create.p50', what: 'POST /v1/jobs within that burst', values: creates, unit: 'ms', aim: { below: 50 } },
    { id: 'burst.create.p95', what: 'POST /v1/jobs within that burst, p95', values: [percentile(creates, 95)], unit: 'ms' },
    { id: 'burst.cpu.server', what: 'CPU of the server, for each run', values: seen.flatMap(({ cpuMs }) => cpuMs), unit: 'ms' },
  ]
}

interface Burst {
  readonly rate: number
  readonly createMs: readonly number[]
  /** For each run; nothing where it cannot be seen. */
  readonly cpuMs: readonly number[]
}

async function burst({ subject }: Bench, { client, pid }: Served, jobs: number): Promise<Burst> {
  const job = jobOf(subject, 'bench-agent')
  const before = pid === null ? null : cpuOf(pid)
  const began = performance.now()
  const created = await Promise.all(Array.from({ length: jobs }, () => client.create(job)))
  for (const { body } of created) await client.end(body.request_id)
  const seconds = (performance.now() - began) / 1000
  const cpuMs = pid !== null && before ? [cpuSince(pid, before).ownMs / jobs] : []
  return { rate: jobs / seconds, createMs: created.map(({ ms }) => ms), cpuMs }
}
