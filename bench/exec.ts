import type { components } from '../packages/sdk/src/index.ts'
import type { Client } from './client.ts'
import { type Figure, median } from './figures.ts'
import { fillTasks } from './fill-tasks.ts'
import type { TreeBench } from './measurements.ts'
import { settledMemory, watchMemory } from './proc.ts'
import { dataOf, startBenchServer } from './server.ts'

type Task = components['schemas']['ExecTask']

const exec = '/v1/projects/default/exec'
const commandOf = (command: string, more: object = {}) => ({ skill_name: 'bench-echo', command, ...more })
/** How many tasks there were before. */
const old = 100_000

/** Commands and tasks of projects: what one costs, how many a second, and what those of the past cost. */
export async function measureExec(bench: TreeBench): Promise<Figure[]> {
  return [...(await commandsAndTasks(bench)), ...(await amongOld(bench)), ...(await print(bench))]
}

async function commandsAndTasks(bench: TreeBench): Promise<Figure[]> {
  await using server = await startBenchServer(bench)
  const { client } = server
  const run = async () => (await client.post(`${exec}/commands`, commandOf('true'))).ms
  for (let i = 0; i < 20; i++) await run()
  const times: number[] = []
  for (let i = 0; i < bench.count(300); i++) times.push(await run())
  await startAll(client, 20)
  const rates: number[] = []
  for (let i = 0; i < 3; i++) rates.push(await startAll(client, bench.count(400)))
  return [
    { id: 'exec.command.p50', what: 'POST …/exec/commands, true', values: times, unit: 'ms', aim: { below: 25 } },
    { id: 'exec.tasks', what: 'tasks started and settled', values: rates, unit: '/s', aim: { atLeast: 100 } },
  ]
}

/** Each in a folder of its own, since one folder has one task. Answers how many a second. */
async function startAll(client: Client, tasks: number): Promise<number> {
  const began = performance.now()
  await Promise.all(
    Array.from({ length: tasks }, (_, index) => client.post(`${exec}/tasks`, commandOf('true', { workdir: `t${index}` }))),
  )
  await untilNone(client)
  return tasks / ((performance.now() - began) / 1000)
}

async function untilNone(client: Client): Promise<void> {
  for (const status of ['queued', 'starting', 'running']) {
    const isAny = async () =>
      (await client.get<{ tasks: Task[] }>(`${exec}/tasks?status=${status}&limit=1`)).body.tasks.length > 0
    while (await isAny()) await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function amongOld(bench: TreeBench): Promise<Figure[]> {
  const folder = bench.place.fresh()
  // The first one makes the folder.
  const [, ...none] = await startTimes(bench, folder, 4)
  const ids = await fillTasks(dataOf(folder), bench.count(old))
  const all = await startTimes(bench, folder, 3)
  await using server = await startBenchServer(bench, { folder })
  const { client } = server
  const reaps: number[] = []
  for (let i = 0; i < 5; i++) reaps.push((await client.post('/v1/management/reaper/run', {})).ms)
  const times: number[] = []
  for (let i = 0; i < bench.count(2000); i++) times.push((await client.get(`${exec}/tasks/${ids[(i * 7919) % ids.length]}`)).ms)
  return [
    {
      id: 'exec.status.p50',
      what: `status of a task among ${ids.length.toLocaleString('en')}`,
      values: times.slice(100),
      unit: 'ms',
      aim: { below: 5 },
    },
    {
      id: 'exec.start',
      what: 'CPU of the start with those, over one with none',
      values: all.map((ms) => ms - median(none)),
      unit: 'ms',
      // As fast as with none, but for what two starts differ by.
      aim: { below: 50 },
    },
    { id: 'exec.reap', what: 'one run of the reaper with those', values: reaps, unit: 'ms', aim: { below: 250 } },
  ]
}

/** The CPU of so many starts, one after the other. */
async function startTimes(bench: TreeBench, folder: string, times: number): Promise<number[]> {
  const starts: number[] = []
  for (let i = 0; i < times; i++) {
    await using server = await startBenchServer(bench, { folder })
    starts.push(server.start.cpuMs)
  }
  return starts
}

async function print(bench: TreeBench): Promise<Figure[]> {
  const bytes = bench.count(500) * 1e6
  await using server = await startBenchServer(bench, { env: { SKILL_RUNNER_MAX_OUTPUT_BYTES: '1GiB' } })
  const { client } = server
  await startAll(client, 4)
  const idle = await settledMemory(server.pid)
  const memory = watchMemory(server.pid)
  const began = performance.now()
  const { body } = await client.post<Task>(`${exec}/tasks`, commandOf(`yes 'A line as programs print it' | head -c ${bytes}`))
  await untilNone(client)
  const seconds = (performance.now() - began) / 1000
  const most = Math.max(...memory.stop()) - idle.rss
  const { body: log } = await client.get<{ total_bytes: number }>(`${exec}/tasks/${body.task_id}/logs/stdout?byte_to=1`)
  return [
    {
      id: 'exec.print',
      what: `MB a second of a task that prints ${bytes / 1e6} MB`,
      values: [log.total_bytes / 1e6 / seconds],
      unit: '/s',
      aim: { atLeast: 30 },
    },
    { id: 'exec.print.memory', what: 'memory of the server, most above idle', values: [most], unit: 'MB', aim: { below: 50 } },
  ]
}
