import { runBare } from './bare.ts'
import { share } from './batches.ts'
import type { Figure } from './figures.ts'
import type { Bench } from './measurements.ts'
import { type Cpu, cpuOf, cpuSince } from './proc.ts'
import { openServer } from './server.ts'
import { jobOf } from './subject.ts'

const callers = 8
const rounds = 4

/** How many runs a second, from callers that each wait for one run before they ask for the next. */
export async function measureThroughput(bench: Bench): Promise<Figure[]> {
  const { place, subject, count, maxRunning } = bench
  await using server = await openServer(bench)
  const { client, pid } = server
  const job = jobOf(subject, 'bench-echo')
  await share(20, callers, () => client.run(job))

  const runs = count(100)
  const rates: number[] = []
  const costs: Cpu[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = pid === null ? null : cpuOf(pid)
    rates.push(runs / (await share(runs, callers, () => client.run(job))))
    if (pid !== null && before) costs.push(cpuSince(pid, before))
    // As many at a time as the server runs: the same crowd on the same cores, with nothing around it.
    if (subject.kind === 'tree') bare.push(runs / (await share(runs, maxRunning, () => runBare(place))))
  }
  const perRun = (field: 'ownMs' | 'childrenMs') => costs.map((cost) => cost[field] / runs)
  return [
    { id: 'throughput.runs', what: `script runs, ${callers} callers`, values: rates, unit: '/s', aim: { atLeast: 80 } },
    { id: 'throughput.bare', what: `bare processes, ${maxRunning} at a time`, values: bare, unit: '/s' },
    { id: 'throughput.cpu.server', what: 'CPU of the server, for each run', values: perRun('ownMs'), unit: 'ms' },
    { id: 'throughput.cpu.children', what: 'CPU of its children, for each run', values: perRun('childrenMs'), unit: 'ms' },
  ]
}
