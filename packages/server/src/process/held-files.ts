import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { ProcessMark } from '../domain/run.ts'
import { codeOf } from '../lib/thrown.ts'
import { descendantsOf, startTimeOf } from './proc.ts'

/** What files take that have no name any more, as long as a child, or one that it started, holds them. */
export interface Held {
  readonly bytes: number
  /** Not all of it could be seen. */
  readonly isMore: boolean
}

export const nothingHeld: Held = { bytes: 0, isMore: false }

/** Of one look. More open files nobody has by accident: a thousand processes can have four million, which would take half a minute. */
const mostLooks = 100_000
/** Others wait for this thread, and one look takes 5 µs. */
const sliceSize = 250

/** Those that are open, and those that are mapped and open no more. One that is under way in a socket can only be told to be there. */
export async function heldBy({ pid, startTime }: ProcessMark, { most = mostLooks, slice = sliceSize } = {}): Promise<Held> {
  if (startTimeOf(pid) !== startTime) return nothingHeld
  const held = new Map<string, number>()
  let looks = 0
  let isMore = false
  for (const one of [pid, ...(descendantsOf(pid) ?? [])]) {
    for (const place of [...openOf(one), ...(await mappedOf(one))]) {
      if (++looks > most) return { bytes: sumOf(held), isMore: true }
      if (looks % slice === 0) await setImmediate()
      const file = lookAt(place)
      if (file === 'hidden') isMore = true
      else if (file?.isFile() && file.nlink === 0) held.set(`${file.dev}:${file.ino}`, file.blocks * 512)
      else if (file?.isSocket()) isMore ||= isUnderWay(place)
    }
  }
  return { bytes: sumOf(held), isMore }
}

const openOf = (pid: number): string[] => namesIn(`/proc/${pid}/fd`).map((name) => `/proc/${pid}/fd/${name}`)

/** A mapped file that has no name any more, but for those that were only ever in memory. */
const mapped = /^0*([0-9a-f]+)-0*([0-9a-f]+) (?:\S+ ){4} *(?!\/memfd:|\/dev\/|\/SYSV)\/.* \(deleted\)$/gm

async function mappedOf(pid: number): Promise<string[]> {
  const maps = await readFile(`/proc/${pid}/maps`, 'latin1').catch(() => '')
  return [...maps.matchAll(mapped)].map(([, from, to]) => `/proc/${pid}/map_files/${from}-${to}`)
}

/** Null: it is gone, or not ours. Of those that are mapped the kernel lets only root look at any. */
function lookAt(place: string): Stats | 'hidden' | null {
  try {
    return statSync(place)
  } catch (error) {
    return codeOf(error) === 'EPERM' ? 'hidden' : null
  }
}

/** Whether descriptors wait in a socket to be received, as Linux 5.6 and newer tell it. */
function isUnderWay(place: string): boolean {
  const told = orNull(() => readFileSync(place.replace('/fd/', '/fdinfo/'), 'latin1'))
  return told !== null && /^scm_fds:\s*[1-9]/m.test(told)
}

const sumOf = (held: ReadonlyMap<string, number>): number => [...held.values()].reduce((sum, bytes) => sum + bytes, 0)

const namesIn = (folder: string): string[] => orNull(() => readdirSync(folder)) ?? []

/** It may be gone by now, or not be ours to look at. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
