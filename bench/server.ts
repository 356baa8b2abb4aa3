import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type RunningServer, startServer } from '../scripts/server-process.ts'
import { type Client, openClient } from './client.ts'
import type { Bench, TreeBench } from './measurements.ts'
import type { Place } from './place.ts'
import { cpuOf } from './proc.ts'

/** A server that is spoken to. */
export interface Served extends AsyncDisposable {
  readonly address: string
  readonly client: Client
  /** Null: it runs elsewhere, and its CPU time and memory cannot be seen. */
  readonly pid: number | null
}

export interface BenchServer extends Served {
  readonly pid: number
  /** What the start took until the server said where it listens; the sandbox probe counts as its child. */
  readonly start: { readonly wallMs: number; readonly cpuMs: number }
}

export interface StartOptions {
  /** With the built-in skills only, as after npm start on a fresh clone. */
  readonly plain?: boolean
  /** A data folder that was filled before. */
  readonly folder?: string
  /** Where compiled code is kept; that of `npm start` when left out, so that the bench starts what people start. */
  readonly compileCache?: string
  /** More variables for the server. */
  readonly env?: Readonly<Record<string, string>>
}

/** The server of the bench: one that runs already, or a fresh one. */
export async function openServer(bench: Bench, options: StartOptions = {}): Promise<Served> {
  const { subject } = bench
  if (subject.kind === 'tree') return startBenchServer({ ...bench, subject }, options)
  const client = openClient(subject.address, subject.token)
  return { address: subject.address, client, pid: null, [Symbol.asyncDispose]: async () => client.close() }
}

/** The real server as a child process, on a free port, with a data folder of its own and default settings. */
export async function startBenchServer(bench: TreeBench, options: StartOptions = {}): Promise<BenchServer> {
  const { place, subject } = bench
  const folder = options.folder ?? place.fresh()
  const main = join(subject.root, 'packages/server/src/main.ts')
  const { nodeFlags, nodeEnv } = await nodeSettings(subject.root)
  const began = performance.now()
  const server = await startOwn(place, [process.execPath, ...nodeFlags, main, 'serve'], {
    cwd: folder,
    env: { ...nodeEnv, ...environment(bench, folder, options) },
  })
  const wallMs = performance.now() - began
  const { ownMs, childrenMs } = cpuOf(server.pid)
  const client = openClient(server.address)
  return {
    address: server.address,
    pid: server.pid,
    client,
    start: { wallMs, cpuMs: ownMs + childrenMs },
    async [Symbol.asyncDispose]() {
      client.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

type NodeSettings = typeof import('../scripts/setup/node-flags.mjs')

/** As the bootstrap of that very tree starts Node. */
async function nodeSettings(root: string): Promise<Partial<NodeSettings> & Pick<NodeSettings, 'nodeFlags'>> {
  return await import(pathToFileURL(join(root, 'scripts/setup/node-flags.mjs')).href)
}

/** A server that ends with the bench, also when that is ended while the server still starts. */
export async function startOwn(place: Place, ...how: Parameters<typeof startServer>): Promise<RunningServer> {
  const starting = startServer(...how)
  const owned = place.ending.add({}, async () => {
    const server = await starting.catch(() => null)
    await server?.[Symbol.asyncDispose]()
  })
  return { ...(await starting), ...owned }
}

export const dataOf = (folder: string): string => join(folder, 'data')

/** The settings of whoever runs the bench, and how its own bootstrap started it, stay out of it, but for the two that decide whether it is valid. */
export function environment({ place, subject }: TreeBench, folder: string, options: StartOptions = {}): NodeJS.ProcessEnv {
  const { compileCache, plain, env = {} } = options
  const foreign = /^(SKILL_RUNNER_(?!SANDBOX$|AUDIT$)|LOG_|HOST$|PORT$|MALLOC_)/
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
    PORT: '0',
    SKILL_RUNNER_DATA_DIR: dataOf(folder),
    SKILL_RUNNER_SKILLS_DIR: plain ? join(folder, 'skills') : place.skills,
    NODE_COMPILE_CACHE: compileCache ?? join(subject.root, 'node_modules/.cache/compile'),
    ...env,
  }
}
