import { readdirSync, statSync } from 'node:fs'
import type { ProcessMark } from '../domain/run.ts'
import { descendantsOf, startTimeOf } from './proc.ts'

/** Bytes of files that have no name any more and take room as long as a child, or one that it started, holds them open. */
export function heldBytes({ pid, startTime }: ProcessMark): number {
  if (startTimeOf(pid) !== startTime) return 0
  const held = new Map<string, number>()
  for (const one of [pid, ...(descendantsOf(pid) ?? [])]) for (const [file, bytes] of namelessOf(one)) held.set(file, bytes)
  return [...held.values()].reduce((sum, bytes) => sum + bytes, 0)
}

function namelessOf(pid: number): [file: string, bytes: number][] {
  const folder = `/proc/${pid}/fd`
  return namesIn(folder).flatMap((name): [string, number][] => {
    const file = orNull(() => statSync(`${folder}/${name}`))
    return file?.isFile() && file.nlink === 0 ? [[`${file.dev}:${file.ino}`, file.blocks * 512]] : []
  })
}

const namesIn = (folder: string): string[] => orNull(() => readdirSync(folder)) ?? []

/** It may be gone by now, or not be ours to look at. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
