import type { components } from '../packages/sdk/src/index.ts'
import type { Figure } from './figures.ts'
import type { TreeBench } from './measurements.ts'
import { cpuOf, cpuSince, settledMemory, watchMemory } from './proc.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { print } from './skills.ts'

type EventHistory = components['schemas']['EventHistory']

const runs = 50

/** Fifty runs that all print at the same time: is everything there, and with the run that said it? */
export async function measureCrowd(bench: TreeBench): Promise<Figure[]> {
  await using server = await startBenchServer(bench, { env: { SKILL_RUNNER_MAX_RUNNING_JOBS: String(runs) } })
  const { client } = server
  await client.run({ skill_id: 'bench-echo' })
  const idle = await settledMemory(server.pid)
  const memory = watchMemory(server.pid)
  const before = cpuOf(server.pid)
  const began = performance.now()
  const names = Array.from({ length: runs }, (_, n) => `run-${n}`)
  const jobs = await Promise.all(
    names.map(async (name) => {
      const { body } = await client.create({ skill_id: 'bench-print', input: { text: name } })
      await client.end(body.request_id)
      return { name, job: body.request_id }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const { ownMs } = cpuSince(server.pid, before)
  const seen = memory.stop()
  const wrong = await Promise.all(jobs.map(async ({ name, job }) => wrongLines(name, await printedBy(server, job))))
  return [
    {
      id: 'crowd.lost',
      what: `lines lost, repeated or mixed up, of ${runs} × ${print.blocks * print.lines}`,
      values: [wrong.reduce((sum, count) => sum + count, 0)],
      unit: '',
      aim: { exactly: 0 },
    },
    { id: 'crowd.time', what: 'time until all have ended', values: [seconds * 1000], unit: 'ms' },
    {
      id: 'crowd.memory',
      what: 'memory of the server, most above idle',
      values: [Math.max(...seen) - idle.rss],
      unit: 'MB',
      aim: { below: 150 },
    },
    { id: 'crowd.cpu.server', what: 'CPU of the server itself, for each run', values: [ownMs / runs], unit: 'ms' },
  ]
}

/** All that the events of a job say was printed. */
async function printedBy({ client }: BenchServer, job: string): Promise<string> {
  let text = ''
  for (let from: number | null = 1; from !== null; ) {
    const path = `/v1/jobs/${job}/events/history?protocol=rasp&types=raw.stdout&limit=1000&from_seq=${from}`
    const page: EventHistory = (await client.get<EventHistory>(path)).body
    text += page.events.map(({ data }) => ('text' in data ? data.text : '')).join('')
    from = page.next_from_seq
  }
  return text
}

function wrongLines(name: string, printed: string): number {
  const expected = Array.from({ length: print.blocks * print.lines }, (_, n) => `${name} ${n}`)
  const lines = printed.split('\n').slice(0, -1)
  return Math.max(lines.length, expected.length) - expected.filter((line, n) => lines[n] === line).length
}
