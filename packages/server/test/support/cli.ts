import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compileCache } from './compile-cache.ts'

export const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface CliOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** What is piped in; nothing when left out. */
  readonly input?: string
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command line as a process of its own, with this environment and no other. */
export function startCommand(args: readonly string[], options: CliOptions) {
  return startProgram([main, ...args], options)
}

function startProgram(argv: readonly string[], { cwd, env, input = '' }: CliOptions) {
  const child = spawn(process.execPath, [...argv], { cwd, env: { ...compileCache, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  // Most commands end without having read it.
  child.stdin.on('error', () => {}).end(input)
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

const inOne = fileURLToPath(new URL('./commands-in-one.ts', import.meta.url))

/** How each of several commands ends, in one process for all of them: for what needs no process of its own. */
export async function commands(lists: readonly (readonly string[])[], options: CliOptions): Promise<Ended[]> {
  const { stdout, stderr } = await startProgram([inOne], { ...options, input: JSON.stringify(lists) }).ended
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Ended[]
}
