import { runBare } from './bare.ts'
import type { Figure } from './figures.ts'
import type { Bench } from './measurements.ts'
import { cpuOf, cpuSince } from './proc.ts'
import { startBenchServer } from './server.ts'
import { input } from './skills.ts'

const clients = 8

/** How many runs a second, from callers that each wait for one run before they ask for the next. */
export async function measureThroughput({ place, count, maxRunning }: Bench): Promise<Figure[]> {
  await using server = await startBenchServer(place)
  const runOne = () => server.client.run({ skill_id: 'bench-echo', input })
  await share(20, clients, runOne)

  const runs = count(400)
  const before = cpuOf(server.pid)
  const seconds = await share(runs, clients, runOne)
  const { ownMs, childrenMs } = cpuSince(server.pid, before)
  // As many at a time as the server runs: the same crowd on the same cores, with nothing around it.
  const bare = runs / (await share(runs, maxRunning, () => runBare(place)))

  return [
    { id: 'throughput.runs', what: `runs a second, ${clients} callers`, value: runs / seconds, unit: '/s', aim: { atLeast: 40 } },
    { id: 'throughput.bare', what: `bare processes a second, ${maxRunning} at a time`, value: bare, unit: '/s' },
    { id: 'throughput.cpu.server', what: 'CPU of the server itself, for each run', value: ownMs / runs, unit: 'ms' },
    { id: 'throughput.cpu.children', what: 'CPU of its children, for each run', value: childrenMs / runs, unit: 'ms' },
  ]
}

/** Does a thing so many times, shared by so many that do one at a time. Answers the seconds it took. */
async function share(times: number, workers: number, work: () => Promise<unknown>): Promise<number> {
  let left = times
  const began = performance.now()
  const one = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: workers }, one))
  return (performance.now() - began) / 1000
}
