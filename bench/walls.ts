import { type Figure, median } from './figures.ts'
import type { TreeBench } from './measurements.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { firstRun, writeStandIn } from './stand-in.ts'
import { jobOf } from './subject.ts'

/** Neither a filter of system calls nor a limit; the sandbox itself stays. */
const withoutWalls = {
  SKILL_RUNNER_SECCOMP: 'off',
  SKILL_RUNNER_CGROUP: 'off',
  SKILL_RUNNER_MAX_MEMORY_BYTES: '0',
  SKILL_RUNNER_MAX_PROCESSES: '0',
  SKILL_RUNNER_MAX_CPU_SECONDS: '0',
  SKILL_RUNNER_MAX_OPEN_FILES: '0',
  SKILL_RUNNER_MAX_FILE_BYTES: '0',
  SKILL_RUNNER_MAX_RUN_BYTES: '0',
  SKILL_RUNNER_MAX_RUN_FILES: '0',
}

/** What filter and limits cost a script run, and what the gate costs a run of an engine: with and without, in turns. */
export async function measureWalls(bench: TreeBench): Promise<Figure[]> {
  return [...(await filterAndLimits(bench)), ...(await gate(bench))]
}

async function filterAndLimits(bench: TreeBench): Promise<Figure[]> {
  await using walled = await startBenchServer(bench)
  await using open = await startBenchServer(bench, { env: withoutWalls })
  const times = await inTurns(bench, walled, open, 'bench-echo')
  return difference('walls', 'a script run with filter and limits', 'one without', times, 2)
}

async function gate(bench: TreeBench): Promise<Figure[]> {
  const { env } = writeStandIn(bench.place)
  await using gated = await startBenchServer(bench, { env })
  await using open = await startBenchServer(bench, { env: { ...env, SKILL_RUNNER_ENGINE_NETWORK: 'host' } })
  const times = await inTurns(bench, gated, open, 'bench-agent')
  return difference('gate', 'a run of a codex stand-in through the gate', 'one with the network of the host', times, 5)
}

interface Times {
  readonly walled: number[]
  readonly open: number[]
}

async function inTurns(
  { subject, count }: TreeBench,
  walled: BenchServer,
  open: BenchServer,
  skill: Parameters<typeof jobOf>[1],
): Promise<Times> {
  const job = jobOf(subject, skill)
  const times: Times = { walled: [], open: [] }
  for (const { client } of [walled, open]) {
    await firstRun(client, job)
    for (let i = 0; i < 10; i++) await client.run(job)
  }
  for (let i = 0; i < count(150); i++) {
    // Whoever comes second finds a warmer machine: each does so every other time.
    const both = [
      async () => times.walled.push(await walled.client.run(job)),
      async () => times.open.push(await open.client.run(job)),
    ]
    for (const turn of i % 2 === 0 ? both : both.toReversed()) await turn()
  }
  return times
}

function difference(id: string, walled: string, open: string, times: Times, aimMs: number): Figure[] {
  const usual = median(times.open)
  return [
    {
      id: `${id}.over`,
      what: `${walled}, over ${open}`,
      values: times.walled.map((ms) => ms - usual),
      unit: 'ms',
      aim: { below: aimMs },
    },
    { id: `${id}.with`, what: walled, values: times.walled, unit: 'ms' },
    { id: `${id}.without`, what: open, values: times.open, unit: 'ms' },
  ]
}
