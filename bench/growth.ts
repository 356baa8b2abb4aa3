import { runBare } from './bare.ts'
import { type CpuPerPiece, inBatches } from './batches.ts'
import { type Figure, median } from './figures.ts'
import { filledFolder } from './filled.ts'
import { startForeign } from './foreign.ts'
import type { TreeBench } from './measurements.ts'
import { cpuOf, cpuSince } from './proc.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { jobOf } from './subject.ts'

/** What is elsewhere on the host must not show; a quarter is what two measurements of the same differ by on a busy machine. */
const aim = { below: 1.25 }

/** Does a run cost more when many others run on the host? */
export async function measureForeign(bench: TreeBench): Promise<Figure[]> {
  await using server = await startBenchServer(bench)
  const runs = bench.count(40)
  await costs(bench, server, 20)
  const alone = [await costs(bench, server, runs)]
  const endsAlone = [await endHeld(server, await holdAll(bench, server))]
  const { count, among, ends } = await amongForeign(bench, server, runs)
  alone.push(await costs(bench, server, runs))
  endsAlone.push(await endHeld(server, await holdAll(bench, server)))
  const ratio = (field: keyof Ends) => [ends[field] / median(endsAlone.map((one) => one[field]))]
  return [
    ...ratios('foreign', `with ${count.toLocaleString('en')} foreign processes`, joined([among]), joined(alone)),
    { id: 'foreign.end.time', what: 'end of runs that are older, times without them', values: ratio('ms'), unit: '×', aim },
    { id: 'foreign.end.cpu', what: 'CPU of the server for it, times without them', values: ratio('cpuMs'), unit: '×', aim },
  ]
}

/** Runs that began before the foreign processes are the ones that could take these for their own. */
async function amongForeign(bench: TreeBench, server: BenchServer, runs: number) {
  const held = await holdAll(bench, server)
  await using crowd = await startForeign(bench.place, bench.count(5000))
  const ends = await endHeld(server, held)
  await costs(bench, server, 5)
  return { count: crowd.count, ends, among: await costs(bench, server, runs) }
}

/** Runs that sleep, as many as there are places. */
async function holdAll({ subject, maxRunning }: TreeBench, { client }: BenchServer): Promise<string[]> {
  const held: string[] = []
  for (let i = 0; i < maxRunning; i++) held.push((await client.create(jobOf(subject, 'bench-hold'))).body.request_id)
  for (const id of held) await client.until(id, 'running')
  return held
}

interface Ends {
  readonly ms: number
  readonly cpuMs: number
}

/** Cancels runs, one after the other. Answers what the end of all of them took. */
async function endHeld({ client, pid }: BenchServer, held: readonly string[]): Promise<Ends> {
  const before = cpuOf(pid)
  const began = performance.now()
  for (const id of held) {
    await client.post(`/v1/jobs/${id}/cancel`)
    await client.until(id, 'canceled')
  }
  return { ms: performance.now() - began, cpuMs: cpuSince(pid, before).ownMs }
}

/** Does a run cost more when there have been many before? */
export async function measureOldRuns(bench: TreeBench): Promise<Figure[]> {
  const old = bench.count(100_000)
  const folder = await filledFolder(bench, old)
  await using server = await startBenchServer(bench, { folder })
  await using empty = await startBenchServer(bench)
  for (const one of [server, empty]) await costs(bench, one, 20)
  const [among, alone]: [Cost[], Cost[]] = [[], []]
  // In turns: both see the same machine.
  for (let turn = 0; turn < 3; turn++) {
    among.push(await costs(bench, server, bench.count(20)))
    alone.push(await costs(bench, empty, bench.count(20)))
  }
  return ratios('old-runs', `with ${old.toLocaleString('en')} old runs`, joined(among), joined(alone))
}

interface Cost {
  readonly runMs: readonly number[]
  readonly bareMs: readonly number[]
  readonly cpuMs: readonly number[]
}

async function costs({ place, subject }: TreeBench, { client, pid }: BenchServer, runs: number): Promise<Cost> {
  const job = jobOf(subject, 'bench-echo')
  const [runMs, bareMs]: [number[], number[]] = [[], []]
  const { own }: CpuPerPiece = await inBatches(pid, runs, Math.min(runs, 20), async () => {
    bareMs.push(await runBare(place))
    runMs.push(await client.run(job))
  })
  return { runMs, bareMs, cpuMs: own }
}

const joined = (all: readonly Cost[]): Cost => ({
  runMs: all.flatMap(({ runMs }) => runMs),
  bareMs: all.flatMap(({ bareMs }) => bareMs),
  cpuMs: all.flatMap(({ cpuMs }) => cpuMs),
})

/** Each cost, next to the same without; the bare process tells what is not the server's. */
function ratios(id: string, among: string, many: Cost, few: Cost): Figure[] {
  const ratio = (field: keyof Cost) => [median(many[field]) / median(few[field])]
  return [
    { id: `${id}.time`, what: 'time of a run, times without them', values: ratio('runMs'), unit: '×', aim },
    { id: `${id}.cpu`, what: 'CPU of the server, times without them', values: ratio('cpuMs'), unit: '×', aim },
    { id: `${id}.bare`, what: 'time of the bare process, times without them', values: ratio('bareMs'), unit: '×' },
    { id: `${id}.p50`, what: `a run ${among}`, values: many.runMs, unit: 'ms' },
    { id: `${id}.cpu.server`, what: 'CPU of the server, for each run', values: many.cpuMs, unit: 'ms' },
  ]
}
