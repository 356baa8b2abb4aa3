import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { share } from './batches.ts'
import { openClient } from './client.ts'
import type { Figure } from './figures.ts'
import type { TreeBench } from './measurements.ts'
import { cpuOf, type Memory, settledMemory } from './proc.ts'
import { environment, startBenchServer, startOwn } from './server.ts'
import { jobOf } from './subject.ts'

const starts = 5

/** What a start takes, and what memory the server then holds: before it has done anything, and after many runs. */
export async function measureStart(bench: TreeBench): Promise<Figure[]> {
  const cold = await startCold(bench)
  const warm: Start[] = []
  for (let i = 0; i < starts; i++) warm.push(await startOnce(bench))
  const npm: number[] = []
  // The first one compiles; people wait for the others.
  for (let i = 0; i <= starts; i++) npm.push(await npmStart(bench))
  const of = (field: keyof Start) => warm.map((start) => start[field])
  return [
    { id: 'start.npm', what: 'npm start until the first answer', values: npm.slice(1), unit: 'ms', aim: { below: 500 } },
    { id: 'start.wall', what: 'time until the server listens', values: of('wallMs'), unit: 'ms' },
    { id: 'start.cpu', what: 'CPU until it listens', values: of('cpuMs'), unit: 'ms', aim: { below: 400 } },
    { id: 'start.cpu.ready', what: 'CPU until /readyz has answered', values: of('readyCpuMs'), unit: 'ms' },
    { id: 'start.cpu.cold', what: 'CPU until it listens, nothing compiled yet', values: [cold.cpuMs], unit: 'ms' },
    ...(await measureMemory(bench)),
    { id: 'memory.idle.cold', what: 'memory, idle after a start with nothing compiled', values: [cold.rss], unit: 'MB' },
  ]
}

interface Start {
  readonly wallMs: number
  readonly cpuMs: number
  readonly readyCpuMs: number
}

async function startOnce(bench: TreeBench): Promise<Start> {
  await using server = await startBenchServer(bench, { plain: true })
  await server.client.get('/readyz')
  const { ownMs, childrenMs } = cpuOf(server.pid)
  return { ...server.start, readyCpuMs: ownMs + childrenMs }
}

/** The first start after an install or a change: every file is compiled, and the compiler stays in memory. */
async function startCold(bench: TreeBench): Promise<{ cpuMs: number; rss: number }> {
  await using server = await startBenchServer(bench, {
    plain: true,
    compileCache: mkdtempSync(join(bench.place.folder, 'compile-')),
  })
  await server.client.get('/readyz')
  return { cpuMs: server.start.cpuMs, rss: (await settledMemory(server.pid)).rss }
}

/** As people start it, with npm and the bootstrap. Answers how long it took until a request was answered. */
async function npmStart(bench: TreeBench): Promise<number> {
  const { place, subject } = bench
  const began = performance.now()
  await using server = await startOwn(place, ['npm', 'start'], {
    cwd: subject.root,
    env: environment(bench, place.fresh(), { plain: true }),
  })
  const client = openClient(server.address)
  await client.get('/healthz')
  const ms = performance.now() - began
  client.close()
  return ms
}

async function measureMemory(bench: TreeBench): Promise<Figure[]> {
  const fresh: Memory[] = []
  for (let i = 0; i < bench.count(3); i++) fresh.push(await idleMemory(bench))
  await using server = await startBenchServer(bench)
  const runs = bench.count(1000)
  await share(runs, 8, () => server.client.run(jobOf(bench.subject, 'bench-echo')))
  const used = await settledMemory(server.pid)
  const of = (field: keyof Memory) => fresh.map((memory) => memory[field])
  return [
    { id: 'memory.idle', what: 'memory, idle after the start', values: of('rss'), unit: 'MB', aim: { below: 80 } },
    { id: 'memory.idle.anonymous', what: 'of that, not files of the disk', values: of('anonymous'), unit: 'MB' },
    { id: 'memory.used', what: `memory, idle after ${runs} runs`, values: [used.rss], unit: 'MB', aim: { below: 120 } },
    { id: 'memory.used.anonymous', what: 'of that, not files of the disk', values: [used.anonymous], unit: 'MB' },
  ]
}

async function idleMemory(bench: TreeBench): Promise<Memory> {
  await using server = await startBenchServer(bench, { plain: true })
  await server.client.get('/readyz')
  return await settledMemory(server.pid)
}
