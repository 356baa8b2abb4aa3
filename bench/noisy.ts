import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../packages/sdk/src/index.ts'
import type { Client } from './client.ts'
import { type Figure, percentile } from './figures.ts'
import type { TreeBench } from './measurements.ts'
import { startBenchServer } from './server.ts'
import { attacks, type BenchSkill, endingAttacks } from './skills.ts'
import { jobOf } from './subject.ts'

/** So that each attack reaches its limit within seconds, and there is a place for others beside all of them. */
const settings = {
  SKILL_RUNNER_MAX_RUNNING_JOBS: '12',
  SKILL_RUNNER_MAX_PROCESSES: '64',
  SKILL_RUNNER_MAX_MEMORY_BYTES: '256MiB',
  SKILL_RUNNER_MAX_CPU_SECONDS: '2',
  SKILL_RUNNER_MAX_RUN_BYTES: '256MiB',
}

const rounds = 3

/** What others wait for a script run while a fork bomb, a memory hog and a disk filler run, and with a CPU burner beside them: in turns with an idle server. */
export async function measureNoisy(bench: TreeBench): Promise<Figure[]> {
  const { subject, count } = bench
  await using server = await startBenchServer(bench, { env: settings })
  const { client } = server
  const job = jobOf(subject, 'bench-echo')
  const p95 = async () => {
    const times: number[] = []
    for (let i = 0; i < count(200); i++) times.push(await client.run(job))
    return percentile(times, 95)
  }
  const p95Beside = async (skills: readonly BenchSkill[]) => {
    const over = new AbortController()
    const attacking = Promise.all(skills.map((skill) => attack(client, skill, over.signal)))
    try {
      return await p95()
    } finally {
      over.abort()
      await attacking
    }
  }
  for (let i = 0; i < 10; i++) await client.run(job)
  const times: { readonly idle: number; readonly attacked: number; readonly burned: number }[] = []
  for (let round = 0; round < rounds; round++) {
    times.push({ idle: await p95(), attacked: await p95Beside(endingAttacks), burned: await p95Beside(attacks) })
  }
  const idle = times.map((time) => time.idle)
  const [few, all] = ['a fork bomb, a memory hog and a disk filler', 'the same and a CPU burner']
  return [
    {
      id: 'noisy.ratio',
      what: `p95 of a script run beside ${few}, over p95 of an idle server`,
      values: times.map((time) => time.attacked / time.idle),
      unit: '×',
      aim: { below: 2 },
    },
    { id: 'noisy.burned', what: `beside ${all}`, values: times.map((time) => time.burned / time.idle), unit: '×' },
    { id: 'noisy.idle', what: 'p95 of a script run, idle', values: idle, unit: 'ms' },
    { id: 'noisy.attacked', what: `p95 of a script run, beside ${few}`, values: times.map((time) => time.attacked), unit: 'ms' },
  ]
}

/** Begins it again whenever it was ended. One that ends otherwise than at a limit is no attack, and the bench says so. */
async function attack(client: Client, skill: BenchSkill, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const { body } = await client.create({ skill_id: skill, input: {} })
    const { status, error } = await endOf(client, body.request_id)
    if (error?.code !== 'RESOURCE_LIMIT') throw new Error(`${skill} is ${status}: ${JSON.stringify(error)}`)
  }
}

async function endOf(client: Client, id: string): Promise<Job> {
  for (let looks = 0; looks < mostLooks; looks++) {
    const { body } = await client.get<Job>(`/v1/jobs/${id}`)
    if (body.status !== 'queued' && body.status !== 'running') return body
    await pause(lookMs)
  }
  throw new Error(`Job ${id} does not end`)
}

const [lookMs, mostLooks] = [100, 3000]
