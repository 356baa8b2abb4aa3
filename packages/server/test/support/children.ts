import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command, Exit, Line } from '../../src/domain/launch.ts'
import { type StartChild, spawnChild } from '../../src/process/child.ts'
import { type ExecuteOptions, execute } from '../../src/process/start.ts'

export const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/cli/${name}`, import.meta.url))

export interface Ran {
  readonly exit: Exit
  readonly stdout: string
  readonly stderr: string
  readonly lines: readonly Line[]
}

export const command = (argv: Command['argv'], extra: Partial<Command> = {}): Command => ({
  ...{ argv, env: { PATH: '/usr/bin:/bin' }, cwd: '/', stdin: null },
  ...extra,
})

export const marker = `inst_test${process.pid}:run_1:1`

let start: StartChild = spawnChild

/** Who starts the children of all further runs. */
export function startBy(other: StartChild): void {
  start = other
}

/** Executes in the folder with limits that do not matter, and tells all that came of it. */
export async function run(folder: string, toRun: Command, options: Partial<ExecuteOptions> = {}): Promise<Ran> {
  const logs = { stdout: join(folder, 'stdout.log'), stderr: join(folder, 'stderr.log') }
  const lines: Line[] = []
  const exit = await execute(
    { ...toRun, env: { SKILL_RUNNER_MARK: marker, ...toRun.env } },
    {
      ...{ timeoutMs: 600_000, silenceMs: 0, maxOutputBytes: 1e9, graceMs: 500, drainMs: 100, marker, secrets: [], logs },
      start,
      signal: new AbortController().signal,
      onStarted() {},
      ...options,
      async onLines(found) {
        lines.push(...found)
        await options.onLines?.(found)
      },
    },
  )
  return { exit, stdout: await readFile(logs.stdout, 'utf8'), stderr: await readFile(logs.stderr, 'utf8'), lines }
}

/** A zombie is not alive: it runs nothing, and stays until its parent looks. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

/** For helpers that a test let live on purpose: by a pid that the test was told. */
export function endPid(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}
