import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export type Command = readonly [program: string, ...args: string[]]

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Gets what it prints, line by line; without it that goes where ours goes. */
  readonly onLine?: (line: string) => void
  /** Longest time by the clock: only for what would never end. */
  readonly limitMs?: number
}

/** The programs that a run of the tests has started. They end with it, however it ends. */
export class Children {
  readonly #running = new Set<ChildProcess>()

  /** Whether it ended well. */
  async run([program, ...args]: Command, { env = process.env, onLine, limitMs }: RunOptions = {}): Promise<boolean> {
    const pipe = onLine ? 'pipe' : 'inherit'
    const child = spawn(program, args, { stdio: ['inherit', pipe, pipe], env })
    this.#running.add(child)
    const limit = limitMs ? setTimeout(() => giveUp(child), limitMs) : undefined
    try {
      const [code] = await Promise.all([exitOf(child), ...[child.stdout, child.stderr].map((stream) => read(stream, onLine))])
      return code === 0
    } finally {
      clearTimeout(limit)
      this.#running.delete(child)
    }
  }

  end(): void {
    for (const child of this.#running) child.kill()
  }
}

/** Whatever it started may hold its output for ever. */
function giveUp(child: ChildProcess): void {
  child.kill('SIGKILL')
  for (const stream of [child.stdout, child.stderr]) stream?.destroy()
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })

async function read(stream: NodeJS.ReadableStream | null, onLine: ((line: string) => void) | undefined): Promise<void> {
  if (!stream || !onLine) return
  for await (const line of createInterface({ input: stream })) onLine(line)
}
