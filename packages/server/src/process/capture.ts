import { execFile } from 'node:child_process'

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
  /** Of each stream; one that prints more is ended. */
  readonly maxBytes?: number
}

/** What a short program of ours says. For probes, versions and templates, never for a program of a skill. */
export function capture([program, ...args]: readonly [string, ...string[]], options: CaptureOptions): Promise<Captured> {
  const { timeoutMs, env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }, cwd, stdin, maxBytes = 256 * 1024 } = options
  return new Promise((resolve) => {
    const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: maxBytes, env, cwd, encoding: 'utf8' } as const
    const child = execFile(program, args, limits, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      resolve({ code, stdout, stderr: stderr || (error === null ? '' : error.message) })
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(stdin)
  })
}
