import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import { factsOf } from './proc.ts'

/** The group that a server makes for itself where one must not have processes and groups below it. */
export const serverName = 'skill-runner.server'

/**
 * In version 2 a group with processes in it cannot limit those below. So the server moves into a group of its own, with those that it comes
 * from and those that it started. Where others are in its group too, it leaves everything as it is.
 */
export function divide(folder: string, own = process.pid): string | null {
  const hasCpu = wordsIn(folder, 'cgroup.subtree_control').includes('cpu')
  const problem = divideLimits(folder, own)
  // It is worth something, but nothing depends on it.
  if (problem === null && !hasCpu) tryCpu(folder)
  return problem
}

function tryCpu(folder: string): void {
  if (!wordsIn(folder, 'cgroup.controllers').includes('cpu')) return
  try {
    writeFileSync(join(folder, 'cgroup.subtree_control'), '+cpu')
  } catch {
    // The kernel does not allow it here, as with processes in real time.
  }
}

function divideLimits(folder: string, own: number): string | null {
  const wanted = ['memory', 'pids'].filter((name) => wordsIn(folder, 'cgroup.controllers').includes(name))
  const missing = wanted.filter((name) => !wordsIn(folder, 'cgroup.subtree_control').includes(name))
  if (missing.length === 0) return null
  const change = () => writeFileSync(join(folder, 'cgroup.subtree_control'), missing.map((name) => `+${name}`).join(' '))
  try {
    change()
    return null
  } catch (error) {
    if (codeOf(error) !== 'EBUSY') return `The cgroup of the server cannot be divided (${codeOf(error)}).`
  }
  const members = wordsIn(folder, 'cgroup.procs').map(Number)
  if (!members.every((pid) => isRelated(pid, own))) return 'Other programs are in the cgroup of the server.'
  try {
    const home = join(folder, serverName)
    if (!existsSync(home)) mkdirSync(home)
    for (const pid of members) writeFileSync(join(home, 'cgroup.procs'), String(pid))
    change()
    return null
  } catch (error) {
    return `The cgroup of the server cannot be divided (${codeOf(error)}).`
  }
}

/** One of the two comes from the other. */
const isRelated = (one: number, other: number): boolean => comesFrom(one, other) || comesFrom(other, one)

function comesFrom(pid: number, ancestor: number): boolean {
  for (let at = pid; at > 0; at = factsOf(at)?.parent ?? 0) if (at === ancestor) return true
  return false
}

export function wordsIn(folder: string, file: string): string[] {
  try {
    return readFileSync(join(folder, file), 'latin1').split(/\s+/).filter(Boolean)
  } catch {
    return []
  }
}
