import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface CliOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command line as a process of its own, with this environment and no other. */
export function startCommand(args: readonly string[], { cwd, env }: CliOptions) {
  const child = spawn(process.execPath, [main, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text
    })
  }
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...said }))
  return { ended, said: () => said, signal: (name: NodeJS.Signals) => child.kill(name) }
}

export const command = (args: readonly string[], options: CliOptions): Promise<Ended> => startCommand(args, options).ended
