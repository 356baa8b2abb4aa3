import type { components } from '../packages/sdk/src/index.ts'
import { type Figure, percentile } from './figures.ts'
import type { TreeBench } from './measurements.ts'
import { cpuOf, cpuSince, settledMemory, watchMemory } from './proc.ts'
import { type BenchServer, startBenchServer } from './server.ts'

type LogRange = components['schemas']['LogRange']

/** A run that prints half a gigabyte: does it keep its pace, does memory stay flat, and do others still get their answers? */
export async function measureFlood(bench: TreeBench): Promise<Figure[]> {
  const bytes = bench.count(500) * 1e6
  await using server = await startBenchServer(bench, { env: { SKILL_RUNNER_MAX_OUTPUT_BYTES: '1GiB' } })
  const { client } = server
  // What only the first run costs is no part of a flood.
  await flood(server, 20e6)
  const idle = await settledMemory(server.pid)

  const memory = watchMemory(server.pid)
  const others = askOthers(server)
  const before = cpuOf(server.pid)
  const began = performance.now()
  const job = await flood(server, bytes)
  const seconds = (performance.now() - began) / 1000
  const { ownMs } = cpuSince(server.pid, before)
  const seen = memory.stop()
  const answers = await others.stop()
  const { body: kept } = await client.get<LogRange>(`/v1/jobs/${job}/logs/range?stream=stdout&byte_to=1`)

  const half = Math.ceil(seen.length / 2)
  return [
    {
      id: 'flood.rate',
      what: `MB a second, of ${bytes / 1e6} MB`,
      values: [bytes / 1e6 / seconds],
      unit: '/s',
      aim: { atLeast: 30 },
    },
    {
      id: 'flood.lost',
      what: 'bytes that are not in the log',
      values: [bytes - kept.total_bytes],
      unit: '',
      aim: { exactly: 0 },
    },
    {
      id: 'flood.memory',
      what: 'memory of the server, most above idle',
      values: [Math.max(...seen) - idle.rss],
      unit: 'MB',
      aim: { below: 150 },
    },
    {
      id: 'flood.memory.late',
      what: 'of that, most in the second half over the first',
      values: [Math.max(...seen.slice(half)) - Math.max(...seen.slice(0, half))],
      unit: 'MB',
    },
    {
      id: 'flood.others.p95',
      what: 'other requests meanwhile, p95',
      values: [percentile(answers, 95)],
      unit: 'ms',
      aim: { below: 50 },
    },
    { id: 'flood.others.p50', what: 'other requests meanwhile', values: answers, unit: 'ms' },
    { id: 'flood.others.max', what: 'other requests meanwhile, longest', values: [percentile(answers, 100)], unit: 'ms' },
    { id: 'flood.cpu.server', what: 'CPU of the server itself, for each MB', values: [ownMs / (bytes / 1e6)], unit: 'ms' },
  ]
}

async function flood({ client }: BenchServer, bytes: number): Promise<string> {
  const { body } = await client.create({ skill_id: 'bench-flood', input: { text: String(bytes) } })
  await client.end(body.request_id)
  return body.request_id
}

/** Somebody who asks all the time, for something small and for a list. Answers how long each answer took. */
function askOthers({ client }: BenchServer) {
  const times: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      for (const path of ['/readyz', '/v1/jobs?limit=20']) times.push((await client.get(path)).ms)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  return {
    async stop(): Promise<readonly number[]> {
      isOver = true
      await asking
      return times
    },
  }
}
