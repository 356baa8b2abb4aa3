import { runBare } from './bare.ts'
import { inBatches } from './batches.ts'
import type { Figure } from './figures.ts'
import type { TreeBench } from './measurements.ts'
import { overBare, type Turn } from './over-bare.ts'
import { startBenchServer } from './server.ts'
import { firstRun, runBareStandIn, writeStandIn } from './stand-in.ts'
import { jobOf } from './subject.ts'

/** What a whole run of a script costs over its bare process. */
export async function measureRun(bench: TreeBench): Promise<Figure[]> {
  await using server = await startBenchServer(bench)
  const job = jobOf(bench.subject, 'bench-echo')
  const run = () => server.client.run(job)
  const { turns, cpu } = await takeTurns(bench, server.pid, run, () => runBare(bench.place))
  return [
    ...overBare(turns, { id: 'run', run: 'a script run', bare: 'its bare process', aimMs: 25 }),
    { id: 'run.cpu.server', what: 'CPU of the server, for each script run', values: cpu.own, unit: 'ms', aim: { below: 12 } },
    { id: 'run.cpu.children', what: 'CPU of sandbox and script', values: cpu.children, unit: 'ms' },
  ]
}

/** The same of an agent that does nothing. */
export async function measureStandIn(bench: TreeBench): Promise<Figure[]> {
  const standIn = writeStandIn(bench.place)
  await using server = await startBenchServer(bench, { env: standIn.env })
  const job = jobOf(bench.subject, 'bench-agent')
  const run = () => server.client.run(job)
  await firstRun(server.client, job)
  const { turns, cpu } = await takeTurns(bench, server.pid, run, () => runBareStandIn(standIn.path))
  return [
    ...overBare(turns, { id: 'stand-in', run: 'a run of a codex stand-in', bare: 'the bare stand-in', aimMs: 40 }),
    { id: 'stand-in.cpu.server', what: 'CPU of the server, for each run of it', values: cpu.own, unit: 'ms' },
    { id: 'stand-in.cpu.children', what: 'CPU of sandbox and stand-in', values: cpu.children, unit: 'ms' },
  ]
}

/** Both take turns, so that they see the same machine. */
async function takeTurns({ count }: TreeBench, pid: number, run: () => Promise<number>, bare: () => Promise<number>) {
  const turns: Turn[] = []
  const turn = async () => turns.push({ bareMs: await bare(), runMs: await run() })
  for (let i = 0; i < 10; i++) await turn()
  turns.length = 0
  const cpu = await inBatches(pid, count(100), count(20), turn)
  return { turns, cpu }
}
