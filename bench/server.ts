import { join } from 'node:path'
import { startServer } from '../scripts/server-process.ts'
import { nodeFlags } from '../scripts/setup/node-flags.mjs'
import { type Client, openClient } from './client.ts'
import type { Place } from './place.ts'
import { cpuOf } from './proc.ts'

export interface BenchServer extends AsyncDisposable {
  readonly address: string
  readonly pid: number
  readonly client: Client
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

const root = join(import.meta.dirname, '..')
export const main = join(root, 'packages/server/src/main.ts')

/** The real server as a child process, on a free port, with a data folder of its own and default settings. */
export async function startBenchServer(place: Place, options: StartOptions = {}): Promise<BenchServer> {
  const folder = options.folder ?? place.fresh()
  const began = performance.now()
  const server = await startServer([process.execPath, ...nodeFlags, main, 'serve'], {
    cwd: folder,
    env: environment(place, folder, options),
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

export const dataOf = (folder: string): string => join(folder, 'data')

/** The settings of whoever runs the bench stay out of it, but for the two that decide whether it is valid. */
function environment(place: Place, folder: string, { compileCache, plain, env = {} }: StartOptions): NodeJS.ProcessEnv {
  const foreign = /^(SKILL_RUNNER_(?!SANDBOX$|AUDIT$)|LOG_|HOST$|PORT$)/
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
    PORT: '0',
    SKILL_RUNNER_DATA_DIR: dataOf(folder),
    SKILL_RUNNER_SKILLS_DIR: plain ? join(folder, 'skills') : place.skills,
    NODE_COMPILE_CACHE: compileCache ?? join(root, 'node_modules/.cache/compile'),
    ...env,
  }
}
