import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Command } from '../domain/launch.ts'
import { afterAwake } from '../lib/awake-timer.ts'
import { messageOf } from '../lib/thrown.ts'
import { openGiven, tellHidden } from './child.ts'
import { confinedArgv } from './confine.ts'

export interface Captured {
  /** Null: it was not started, or was ended. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CaptureOptions {
  readonly timeoutMs: number
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly stdin?: string
  readonly given?: Command['given'] | undefined
  readonly confinement?: Command['confinement'] | undefined
  readonly hidden?: Command['hidden'] | undefined
  /** Of each stream; one that prints more is ended. */
  readonly maxBytes?: number
  /** Ends it when it is aborted, as if its time were over. */
  readonly signal?: AbortSignal | undefined
}

/** What a short program of ours says. For probes, versions and templates, never for a program of a skill. */
export function capture([program, ...args]: readonly [string, ...string[]], options: CaptureOptions): Promise<Captured> {
  const { timeoutMs, env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }, cwd, stdin, given, hidden, confinement } = options
  const { maxBytes = 256 * 1024, signal } = options
  return new Promise((resolve) => {
    using file = given ? openGiven(given.path) : null
    const stdio: ('pipe' | number)[] = ['pipe', 'pipe', 'pipe']
    const words = [
      ...(given && file ? [given.option, String(stdio.push(file.fd) - 1)] : []),
      ...(hidden ? [hidden.option, String(stdio.push('pipe') - 1)] : []),
    ]
    const [first, ...rest] = confinedArgv({ argv: [program, ...words, ...args], confinement })
    const child = spawn(first, rest, { env, cwd, stdio })
    if (hidden) tellHidden(child, stdio.length - 1, hidden)
    let isEnded = false
    // Somebody that it started may hold its pipes for ever.
    const end = () => {
      isEnded = true
      child.kill('SIGKILL')
      for (const pipe of [child.stdout, child.stderr]) pipe?.destroy()
    }
    const [stdout, stderr] = [child.stdout, child.stderr].map((pipe) => textOf(pipe, maxBytes, end))
    const timer = afterAwake(timeoutMs, end)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
    const tell = (code: number | null, problem = '') => {
      timer[Symbol.dispose]()
      signal?.removeEventListener('abort', end)
      resolve({ code: isEnded ? null : code, stdout: stdout?.() ?? '', stderr: stderr?.() || problem })
    }
    child.once('error', (error) => tell(null, messageOf(error)))
    child.once('close', (code) => tell(code))
    child.stdin?.on('error', () => {})
    child.stdin?.end(stdin)
  })
}

/** What it has said so far, up to so many bytes; then it is ended. */
function textOf(pipe: Readable | null, maxBytes: number, end: () => void): () => string {
  const chunks: Buffer[] = []
  let length = 0
  pipe?.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) end()
  })
  return () => Buffer.concat(chunks).toString('utf8', 0, maxBytes)
}
