import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Command } from '../domain/launch.ts'
import { messageOf } from '../lib/thrown.ts'
import { openGiven } from './child.ts'

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
  /** Of each stream; one that prints more is ended. */
  readonly maxBytes?: number
}

/** What a short program of ours says. For probes, versions and templates, never for a program of a skill. */
export function capture([program, ...args]: readonly [string, ...string[]], options: CaptureOptions): Promise<Captured> {
  const { timeoutMs, env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }, cwd, stdin, given, maxBytes = 256 * 1024 } = options
  return new Promise((resolve) => {
    using file = given ? openGiven(given.path) : null
    const words = given && file ? [given.option, '3', ...args] : args
    const child = spawn(program, words, { env, cwd, stdio: ['pipe', 'pipe', 'pipe', ...(file ? [file.fd] : [])] })
    let isEnded = false
    // Somebody that it started may hold its pipes for ever.
    const end = () => {
      isEnded = true
      child.kill('SIGKILL')
      for (const pipe of [child.stdout, child.stderr]) pipe?.destroy()
    }
    const [stdout, stderr] = [child.stdout, child.stderr].map((pipe) => textOf(pipe, maxBytes, end))
    const timer = setTimeout(end, timeoutMs)
    const tell = (code: number | null, problem = '') => {
      clearTimeout(timer)
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
