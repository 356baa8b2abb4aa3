import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, median } from './figures.ts'
import type { Bench } from './measurements.ts'
import { cpuOf, settledMemory } from './proc.ts'
import { startBenchServer } from './server.ts'
import { input } from './skills.ts'

const starts = 5
const runs = 50

/** What a start takes, and what memory the server then holds: before it has done anything, and after some runs. */
export async function measureStart(bench: Bench): Promise<Figure[]> {
  const cold = await startCold(bench)
  const warm: Start[] = []
  for (let i = 0; i < starts; i++) warm.push(await startOnce(bench))
  const of = (field: keyof Start) => median(warm.map((start) => start[field]))
  return [
    { id: 'start.cpu', what: `CPU until it listens, median of ${starts}`, value: of('cpuMs'), unit: 'ms', aim: { below: 400 } },
    { id: 'start.cpu.ready', what: 'CPU until /readyz has answered', value: of('readyCpuMs'), unit: 'ms' },
    { id: 'start.wall', what: 'time until it listens', value: of('wallMs'), unit: 'ms' },
    { id: 'start.cpu.cold', what: 'CPU until it listens, nothing compiled yet', value: cold.cpuMs, unit: 'ms' },
    ...(await measureMemory(bench)),
    { id: 'memory.idle.cold', what: 'memory, idle after a start with nothing compiled', value: cold.rss, unit: 'MB' },
  ]
}

interface Start {
  readonly wallMs: number
  readonly cpuMs: number
  readonly readyCpuMs: number
}

async function startOnce({ place }: Bench): Promise<Start> {
  await using server = await startBenchServer(place, { plain: true })
  await server.client.get('/readyz')
  const { ownMs, childrenMs } = cpuOf(server.pid)
  return { ...server.start, readyCpuMs: ownMs + childrenMs }
}

/** The first start after an install or a change: every file is compiled, and the compiler stays in memory. */
async function startCold({ place }: Bench): Promise<{ cpuMs: number; rss: number }> {
  await using server = await startBenchServer(place, {
    plain: true,
    compileCache: mkdtempSync(join(place.folder, 'compile-')),
  })
  await server.client.get('/readyz')
  return { cpuMs: server.start.cpuMs, rss: (await settledMemory(server.pid)).rss }
}

async function measureMemory({ place }: Bench): Promise<Figure[]> {
  const fresh = await idleMemory(place)
  await using server = await startBenchServer(place)
  for (let i = 0; i < runs; i++) await server.client.run({ skill_id: 'bench-echo', input })
  const used = await settledMemory(server.pid)
  return [
    { id: 'memory.idle', what: 'memory, idle after the start', value: fresh.rss, unit: 'MB', aim: { below: 90 } },
    { id: 'memory.idle.anonymous', what: 'of that, not files of the disk', value: fresh.anonymous, unit: 'MB' },
    { id: 'memory.used', what: `memory, idle after ${runs} runs`, value: used.rss, unit: 'MB' },
    { id: 'memory.used.anonymous', what: 'of that, not files of the disk', value: used.anonymous, unit: 'MB' },
  ]
}

async function idleMemory(place: Bench['place']) {
  await using server = await startBenchServer(place, { plain: true })
  await server.client.get('/readyz')
  return await settledMemory(server.pid)
}
