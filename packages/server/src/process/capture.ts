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
export async function capture([program, ...args]: readonly [string, ...string[]], options: CaptureOptions): Promise<Captured> {
  const { timeoutMs, env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }, cwd, stdin, given, maxBytes = 256 * 1024 } = options
  try {
    using file = given ? openGiven(given.path) : null
    const words = given && file ? [given.option, '3', ...args] : args
    const stdio = ['pipe', 'pipe', 'pipe', ...(file ? [file.fd] : [])] as const
    const child = spawn(program, words, { env, cwd, timeout: timeoutMs, killSignal: 'SIGKILL', stdio: [...stdio] })
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
    child.stdin?.on('error', () => {})
    child.stdin?.end(stdin)
    const end = () => void child.kill('SIGKILL')
    const [code, stdout, stderr] = await Promise.all([
      ended,
      textOf(child.stdout, maxBytes, end),
      textOf(child.stderr, maxBytes, end),
    ])
    return { code: stdout.isWhole && stderr.isWhole ? code : null, stdout: stdout.text, stderr: stderr.text }
  } catch (error) {
    return { code: null, stdout: '', stderr: messageOf(error) }
  }
}

interface Said {
  readonly text: string
  readonly isWhole: boolean
}

/** Up to so many bytes; then it is ended. */
async function textOf(stream: Readable | null, maxBytes: number, end: () => void): Promise<Said> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) {
      end()
      break
    }
  }
  return { text: Buffer.concat(chunks).toString('utf8', 0, maxBytes), isWhole: length <= maxBytes }
}
