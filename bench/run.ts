import { runBare } from './bare.ts'
import { type Figure, median, percentile } from './figures.ts'
import type { Bench } from './measurements.ts'
import { cpuOf, cpuSince } from './proc.ts'
import { startBenchServer } from './server.ts'
import { input } from './skills.ts'

/** What a whole run costs over its bare process. Both take turns, so that they see the same machine. */
export async function measureRun({ place, count }: Bench): Promise<Figure[]> {
  await using server = await startBenchServer(place)
  const turn = async () => ({
    bareMs: await runBare(place),
    runMs: (await server.client.run({ skill_id: 'bench-echo', input })).ms,
  })
  for (let i = 0; i < 10; i++) await turn()

  const pairs = count(100)
  const before = { server: cpuOf(server.pid), bench: cpuOf(process.pid) }
  const turns: Awaited<ReturnType<typeof turn>>[] = []
  for (let i = 0; i < pairs; i++) turns.push(await turn())
  const own = cpuSince(server.pid, before.server).ownMs / pairs
  const children = cpuSince(server.pid, before.server).childrenMs / pairs
  const bareCpu = cpuSince(process.pid, before.bench).childrenMs / pairs

  const runs = turns.map(({ runMs }) => runMs)
  const run = median(runs)
  const bare = median(turns.map(({ bareMs }) => bareMs))
  return [
    { id: 'run.over', what: 'time over the bare process', value: run - bare, unit: 'ms', aim: { below: 40 } },
    { id: 'run.ratio', what: 'time, times the bare process', value: run / bare, unit: '×' },
    { id: 'run.p50', what: 'time of a run, median', value: run, unit: 'ms' },
    { id: 'run.p95', what: 'time of a run, p95', value: percentile(runs, 95), unit: 'ms' },
    { id: 'run.bare', what: 'time of the bare process, median', value: bare, unit: 'ms' },
    {
      id: 'run.cpu.over',
      what: 'CPU over the bare process',
      value: own + children - bareCpu,
      unit: 'ms',
      aim: { below: 25 },
    },
    { id: 'run.cpu.server', what: 'of that, the server itself', value: own, unit: 'ms' },
    { id: 'run.cpu.children', what: 'CPU of the children: sandbox and script', value: children, unit: 'ms' },
    { id: 'run.cpu.bare', what: 'CPU of the bare process', value: bareCpu, unit: 'ms' },
  ]
}
