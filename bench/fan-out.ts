import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { components } from '../packages/sdk/src/index.ts'
import { type Figure, percentile } from './figures.ts'
import type { TreeBench } from './measurements.ts'
import { cpuOf, cpuSince, settledMemory, watchMemory } from './proc.ts'
import type { FromReaders, Heard } from './reader-group.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { talk } from './skills.ts'

type EventHistory = components['schemas']['EventHistory']

const readers = 1_000

/** A thousand readers of one talking run: does each see everything once and in order, and how late? */
export async function measureFanOut(bench: TreeBench): Promise<Figure[]> {
  const { count, maxRunning } = bench
  const model = count(talk.models.default) === talk.models.default ? 'default' : 'quick'
  await using server = await startBenchServer(bench, { env: { SKILL_RUNNER_ENGINES: 'replay' } })
  const { client } = server
  await client.run({ skill_id: 'bench-echo' })
  const idle = await settledMemory(server.pid)
  const holds = await holdAllPlaces(server, maxRunning)
  const { request_id: job } = (await client.create({ skill_id: 'bench-talk', engine: 'replay', model })).body

  // The job waits in the queue until everybody listens, so that every event is a live one.
  const group = startReaders(server.address, job)
  const connectMs = await group.connected
  const memory = watchMemory(server.pid)
  const before = cpuOf(server.pid)
  const [first, ...others] = holds
  if (first) await client.post(`/v1/jobs/${first}/cancel`)
  const heard = await group.done
  const { ownMs } = cpuSince(server.pid, before)
  const peakRss = Math.max(...memory.stop())
  for (const hold of others) await client.post(`/v1/jobs/${hold}/cancel`)

  const events = await countEvents(server, job)
  const lag = (percent: number) => percentile(heard.lags, percent)
  return [
    {
      id: 'fan-out.lost',
      what: `events lost, repeated or out of order, of ${readers} × ${events}`,
      values: [lostOf(heard, events)],
      unit: '',
      aim: { exactly: 0 },
    },
    { id: 'fan-out.p95', what: 'event to reader, p95', values: [lag(95)], unit: 'ms', aim: { below: 150 } },
    { id: 'fan-out.p50', what: 'event to reader', values: heard.lags, unit: 'ms' },
    { id: 'fan-out.p99', what: 'event to reader, p99', values: [lag(99)], unit: 'ms' },
    { id: 'fan-out.connect', what: 'time until all readers have their first frame', values: [connectMs], unit: 'ms' },
    {
      id: 'fan-out.memory',
      what: 'memory of the server, most above idle',
      values: [peakRss - idle.rss],
      unit: 'MB',
      aim: { below: 150 },
    },
    { id: 'fan-out.cpu.server', what: 'CPU of the server itself, in all', values: [ownMs], unit: 'ms' },
    { id: 'fan-out.cpu.readers', what: 'CPU of the readers, in all', values: [heard.cpuMs], unit: 'ms' },
  ]
}

async function countEvents({ client }: BenchServer, job: string): Promise<number> {
  let count = 0
  for (let from: number | null = 1; from !== null; ) {
    const page: EventHistory = (await client.get<EventHistory>(`/v1/jobs/${job}/events/history?limit=1000&from_seq=${from}`)).body
    count += page.count
    from = page.next_from_seq
  }
  return count
}

/** Runs that only sleep take every place there is. */
async function holdAllPlaces({ client }: BenchServer, places: number): Promise<string[]> {
  const holds: string[] = []
  for (let i = 0; i < places; i++) holds.push((await client.create({ skill_id: 'bench-hold' })).body.request_id)
  for (let running = 0; running < places; ) {
    running = (await client.get<{ running: number }>('/readyz')).body.running
  }
  return holds
}

/** In a process of their own, so that they share an event loop with nobody. */
function startReaders(address: string, job: string) {
  const child = fork(join(import.meta.dirname, 'readers.ts'), [address, job, String(readers)], { serialization: 'advanced' })
  const connected = Promise.withResolvers<number>()
  const done = Promise.withResolvers<Heard>()
  child.on('message', (message: FromReaders) => {
    if (message.type === 'connected') connected.resolve(message.ms)
    else done.resolve(message)
  })
  child.on('exit', (code) => {
    const failure = new Error(`The readers ended with exit code ${code} before they were done`)
    connected.reject(failure)
    done.reject(failure)
  })
  // Whoever waits for the first is told; the second must not be a floating failure then.
  done.promise.catch(() => {})
  return { connected: connected.promise, done: done.promise }
}

/** An event counts once for each reader that did not get it in its turn. */
function lostOf({ inOrder, others }: Heard, events: number): number {
  return others + inOrder.reduce((sum, count) => sum + Math.max(0, events - count), 0)
}
