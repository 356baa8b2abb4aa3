import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { compileCache } from './compile-cache.ts'

export const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

interface CliOptions {
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

const host = fileURLToPath(new URL('./command-host.ts', import.meta.url))

/** A process that does one command after the other, each as if it were alone: to start one for each is most of what they cost. */
export function openCommandHost() {
  // Every command listens to its own pipes, and here these are the same for all.
  const child = spawn(process.execPath, ['--no-warnings', host], { env: compileCache, stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let before: Promise<unknown> = Promise.resolve()
  const ask = async (question: string): Promise<Ended> => {
    child.stdin.write(`${question}\n`)
    const { value, done } = await answers.next()
    if (done) throw new Error('The process that does the commands has ended.')
    return JSON.parse(value) as Ended
  }
  return {
    run(args: readonly string[], { cwd, env }: Omit<CliOptions, 'input'>): Promise<Ended> {
      const ended = before.then(() => ask(JSON.stringify({ args, cwd, env })))
      before = ended.catch(() => {})
      return ended
    },
    end: () => void child.stdin.end(),
  }
}
