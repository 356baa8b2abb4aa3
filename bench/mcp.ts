import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { components } from '../packages/sdk/src/index.ts'
import type { Client } from './client.ts'
import { type Figure, median, percentile } from './figures.ts'
import { callOf, headersOf } from './mcp-call.ts'
import type { TreeBench } from './measurements.ts'
import { cpuOf, cpuSince } from './proc.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import type { FromWatchers, Watched, Way } from './watchers.ts'

type Task = components['schemas']['ExecTask']

const exec = '/v1/projects/default/exec'
const command = { skill_name: 'bench-echo', command: 'true' }
const watchers = 1_000

/** What MCP costs beside REST: for a command, and for many who watch one task. */
export async function measureMcp(bench: TreeBench): Promise<Figure[]> {
  return [...(await commands(bench)), ...(await crowds(bench))]
}

/** The same command by both ways in turns: whoever comes second finds a warmer machine, so each does so every other time. */
async function commands(bench: TreeBench): Promise<Figure[]> {
  await using server = await startBenchServer(bench)
  const { client } = server
  const times = { mcp: [] as number[], rest: [] as number[] }
  const ways = [
    async () => times.mcp.push(await callCommand(client)),
    async () => times.rest.push((await client.post(`${exec}/commands`, command)).ms),
  ]
  const rounds = bench.count(500)
  const unmeasured = 20
  for (let i = 0; i < unmeasured + rounds; i++) for (const way of i % 2 === 0 ? ways : ways.toReversed()) await way()
  const cpu = { mcp: [] as number[], rest: [] as number[] }
  for (let i = 0; i < bench.count(20); i++) {
    cpu.mcp.push(await cpuOfMany(server, () => callCommand(client)))
    cpu.rest.push(await cpuOfMany(server, () => client.post(`${exec}/commands`, command)))
  }
  const [mcp, rest] = [times.mcp.slice(unmeasured), times.rest.slice(unmeasured)]
  const usual = median(rest)
  return [
    {
      id: 'mcp.command.over',
      what: 'tools/call of skills_run_cmd, true, over the same by REST',
      values: mcp.map((ms) => ms - usual),
      unit: 'ms',
      aim: { below: 5 },
    },
    { id: 'mcp.command.mcp', what: 'tools/call of skills_run_cmd, true', values: mcp, unit: 'ms' },
    { id: 'mcp.command.rest', what: 'POST …/exec/commands, true, in turns with it', values: rest, unit: 'ms' },
    {
      id: 'mcp.command.cpu',
      what: 'CPU of the server for such a call, over that by REST',
      values: cpu.mcp.map((ms) => ms - median(cpu.rest)),
      unit: 'ms',
    },
    { id: 'mcp.command.cpu.rest', what: 'CPU of the server for one by REST', values: cpu.rest, unit: 'ms' },
  ]
}

/** Of one, from as many as the clock of the system can tell. */
async function cpuOfMany({ pid }: BenchServer, once: () => Promise<unknown>): Promise<number> {
  const times = 50
  const before = cpuOf(pid)
  for (let i = 0; i < times; i++) await once()
  return cpuSince(pid, before).ownMs / times
}

async function callCommand(client: Client): Promise<number> {
  const { body, ms } = await client.post<{ result?: { isError?: boolean } }>(
    '/mcp',
    callOf('skills_run_cmd', command),
    headersOf('skills_run_cmd'),
  )
  if (!body.result || body.result.isError) throw new Error(`A command over MCP failed: ${JSON.stringify(body)}`)
  return ms
}

interface Crowd {
  readonly connectMs: number
  readonly lags: readonly number[]
  readonly serverMs: number
  /** How many did not hear all of it. */
  readonly lost: number
}

/** A thousand watchers of one task that prints now and then: by events of REST, and by calls of a tool. */
async function crowds(bench: TreeBench): Promise<Figure[]> {
  // One place, so that a task waits until everybody listens.
  await using server = await startBenchServer(bench, { env: { SKILL_RUNNER_EXEC_MAX_RUNNING_TASKS: '1' } })
  const taken: Record<Way, Crowd[]> = { sse: [], mcp: [] }
  const lines = bench.count(100)
  const inTurn: Way[] = ['sse', 'mcp']
  // A first one of each is not counted: the first message of MCP loads what answers it.
  for (const way of inTurn) await crowd(server, way, 5)
  for (let i = 0; i < bench.count(4); i++)
    for (const way of i % 2 === 0 ? inTurn : inTurn.toReversed()) taken[way].push(await crowd(server, way, lines))
  return inTurn.flatMap((way) => figuresOf(way, taken[way]))
}

const names = { sse: 'SSE', mcp: 'MCP' } as const

function figuresOf(way: Way, crowds: readonly Crowd[]): Figure[] {
  const name = `${watchers} watchers by ${names[way]}`
  const of = (read: (crowd: Crowd) => number) => crowds.map(read)
  return [
    {
      id: `mcp.${way}.lost`,
      what: `${name} that missed something`,
      values: of(({ lost }) => lost),
      unit: '',
      aim: { exactly: 0 },
    },
    { id: `mcp.${way}.p50`, what: `${name}: end of the task to watcher`, values: of(({ lags }) => median(lags)), unit: 'ms' },
    { id: `mcp.${way}.p95`, what: 'the same, p95', values: of(({ lags }) => percentile(lags, 95)), unit: 'ms' },
    {
      id: `mcp.${way}.connect`,
      what: 'time until all have heard something',
      values: of(({ connectMs }) => connectMs),
      unit: 'ms',
    },
    { id: `mcp.${way}.cpu`, what: 'CPU of the server itself', values: of(({ serverMs }) => serverMs), unit: 'ms' },
  ]
}

async function crowd(server: BenchServer, way: Way, lines: number): Promise<Crowd> {
  const { client, pid, address } = server
  const hold = await start(client, 'hold', 'sleep 600')
  const id = await start(client, 'print', `for n in $(seq ${lines}); do echo line $n; sleep 0.1; done`)
  try {
    const before = cpuOf(pid)
    const group = startWatchers(address, way, id)
    const connectMs = await group.connected
    await cancel(client, hold)
    const watched = await group.done
    const { ownMs: serverMs } = cpuSince(pid, before)
    const { status, finished_at } = (await client.get<Task>(`${exec}/tasks/${id}`)).body
    if (status !== 'succeeded' || finished_at === null) throw new Error(`A task of the bench is ${status}`)
    const lags = watched.ends.map((end) => end - Date.parse(finished_at))
    return { connectMs, lags, serverMs, lost: lostOf(watched, lines) }
  } finally {
    // A server that ends leaves tasks to the next one.
    for (const task of [id, hold]) await cancel(client, task)
  }
}

const start = async (client: Client, workdir: string, line: string): Promise<string> =>
  (await client.post<Task>(`${exec}/tasks`, { skill_name: 'bench-echo', command: line, workdir })).body.task_id

const cancel = (client: Client, id: string) => client.post(`${exec}/tasks/${id}:cancel`, {})

function lostOf({ heard }: Watched, lines: number): number {
  const printed = Array.from({ length: lines }, (_, n) => `line ${n + 1}\n`).join('')
  return watchers - (heard.find(([text]) => text === printed)?.[1] ?? 0)
}

/** In a process of their own, so that they share an event loop with nobody. */
function startWatchers(address: string, way: Way, task: string) {
  const child = fork(join(import.meta.dirname, 'watchers.ts'), [address, way, task, String(watchers)])
  const connected = Promise.withResolvers<number>()
  const done = Promise.withResolvers<Watched>()
  child.on('message', (message: FromWatchers) => {
    if (message.type === 'connected') connected.resolve(message.ms)
    else done.resolve(message)
  })
  child.on('exit', (code) => {
    const failure = new Error(`The watchers ended with exit code ${code} before they were done`)
    connected.reject(failure)
    done.reject(failure)
  })
  // Whoever waits for the first is told; the second must not be a floating failure then.
  done.promise.catch(() => {})
  return { connected: connected.promise, done: done.promise }
}
