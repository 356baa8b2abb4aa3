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
export function markedProcesses(instance: string): Marked[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((name) => markOf(Number(name), instance) ?? []).filter(({ pid }) => isAlive(pid))
}

/** Whether it was still there, and still the same. */
export function killMarked({ pid, run }: Marked, instance: string): boolean {
  try {
    return markOf(pid, instance)?.run === run && process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
    throw error
  }
}

function markOf(pid: number, instance: string): Marked | null {
  const [, run, attempt] = new RegExp(`SKILL_RUNNER_MARK=${instance}:(\\w+):(\\d+)`).exec(environmentOf(pid)) ?? []
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
