import { readdirSync, readFileSync } from 'node:fs'
import { codeOf } from '../packages/server/src/lib/thrown.ts'
import { isAlive } from '../packages/server/test/support/children.ts'

/** A process of an attempt, known by the mark in its environment. */
export interface Marked {
  readonly pid: number
  readonly run: string
  readonly attempt: number
}

/** Those of this data folder only. */
export function markedProcesses(node: string): Marked[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((name) => markOf(Number(name), node) ?? []).filter(({ pid }) => isAlive(pid))
}

/** Whether it was still there, and still the same. */
export function killMarked({ pid, run }: Marked, node: string): boolean {
  try {
    return markOf(pid, node)?.run === run && process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
    throw error
  }
}

function markOf(pid: number, node: string): Marked | null {
  const [, run, attempt] = new RegExp(`SKILL_RUNNER_MARK=${node}:(\\w+):(\\d+)`).exec(environmentOf(pid)) ?? []
  return run === undefined ? null : { pid, run, attempt: Number(attempt) }
}

/** That of one that has ended is empty. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}
