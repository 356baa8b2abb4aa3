import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export type Command = readonly [program: string, ...args: string[]]

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Gets what it prints, line by line; without it that goes where ours goes. */
  readonly onLine?: (line: string) => void
  /** Longest time by the clock: only for what would never end. */
  readonly limitMs?: number
  /** How long what it printed may stay open after its end, where something that it left behind holds it. */
  readonly holdersMs?: number
}

/** The programs that a run of the tests has started. They end with it, however it ends. */
export class Children {
  readonly #running = new Set<ChildProcess>()

  /** Whether it ended well. */
  async run(
    [program, ...args]: Command,
    { env = process.env, onLine, limitMs, holdersMs = 60_000 }: RunOptions = {},
  ): Promise<boolean> {
    const pipe = onLine ? 'pipe' : 'inherit'
    const child = spawn(program, args, { stdio: ['inherit', pipe, pipe], env })
    this.#running.add(child)
    const limit = limitMs ? setTimeout(() => giveUp(child, limitMs, onLine), limitMs) : undefined
    let wait: NodeJS.Timeout | undefined
    child.once('exit', () => {
      wait = setTimeout(() => leaveToHolders(child, onLine), holdersMs)
    })
    try {
      const [code] = await Promise.all([exitOf(child), ...[child.stdout, child.stderr].map((stream) => read(stream, onLine))])
      return code === 0
    } finally {
      clearTimeout(limit)
      clearTimeout(wait)
      this.#running.delete(child)
    }
  }

  end(): void {
    for (const child of this.#running) child.kill()
  }
}

/** Whatever it started may hold its output for ever. */
function giveUp(child: ChildProcess, limitMs: number, onLine: (line: string) => void = console.log): void {
  onLine(`Stopped after ${limitMs / 60_000} minutes without an end`)
  child.kill('SIGKILL')
  letGo(child)
}

/** It ended by itself, so its end counts; but nobody waits for what it left behind. */
function leaveToHolders(child: ChildProcess, onLine: (line: string) => void = console.log): void {
  onLine('It has ended, and a process that it left behind still holds its output')
  letGo(child)
}

function letGo(child: ChildProcess): void {
  for (const stream of [child.stdout, child.stderr]) stream?.destroy()
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })

async function read(stream: NodeJS.ReadableStream | null, onLine: ((line: string) => void) | undefined): Promise<void> {
  if (!stream || !onLine) return
  const lines = createInterface({ input: stream })
  // One that is given up has no end.
  stream.once('close', () => lines.close())
  for await (const line of lines) onLine(line)
}
