import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCache } from '../packages/server/test/support/compile-cache.ts'
import { nodeEnv, nodeFlags } from '../scripts/setup/node-flags.mjs'

const root = join(import.meta.dirname, '..')
const main = join(root, 'packages/server/src/main.ts')

export interface Server {
  /** Rejects when it ends before it listens. */
  readonly url: Promise<string>
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>
  isAlive(): boolean
  output(): string
  /** For those who do more to it than to end it. */
  readonly child: ChildProcess
}

/** The server as its own process, as a person starts it. It watches its channel, so that it never outlives us. */
export function spawnServer(folder: string, env: Readonly<Record<string, string>>, flags: readonly string[] = []): Server {
  const child = spawn(process.execPath, [...nodeFlags, ...flags, main, 'serve'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...nodeEnv, ...compileCache, ...settings(folder), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C is for us: the server is to die of nothing else than we planned.
    detached: true,
  })
  const gone = once(child, 'close')
  const { url, text } = listen(child)
  let wanted = true
  return {
    url,
    child,
    output: text,
    isAlive: () => wanted && child.exitCode === null && child.signalCode === null,
    async kill() {
      wanted = false
      child.kill('SIGKILL')
      await gone
    },
  }
}

const settings = (folder: string): Record<string, string> => ({
  PORT: '0',
  LOG_LEVEL: 'info',
  SKILL_RUNNER_DATA_DIR: join(folder, 'data'),
  SKILL_RUNNER_SKILLS_DIR: join(folder, 'skills'),
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
})

function listen(child: ChildProcess): { url: Promise<string>; text: () => string } {
  let text = ''
  const url = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk
      const found = /listens on (http:\S+)/.exec(text)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('close', (code) => reject(new Error(`the server ended with ${code} before it listened:\n${text}`)))
  })
  // Whoever kills it on purpose does not wait for it.
  url.catch(() => {})
  return { url, text: () => text }
}
