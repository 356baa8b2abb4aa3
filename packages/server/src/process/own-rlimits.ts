import { readFileSync } from 'node:fs'
import type { Rlimit } from '../domain/launch.ts'

const titles = { cpu: 'Max cpu time', fsize: 'Max file size', nproc: 'Max processes', nofile: 'Max open files' } as const

export type Hard = Readonly<Record<Rlimit['name'], number>>

/** The hard limits of this process. */
export const ownRlimits = (): Hard => parse(read())

function parse(text: string): Hard {
  const of = (title: string) => {
    const line = text.split('\n').find((one) => one.startsWith(title)) ?? ''
    const [, hard = 'unlimited'] = line.slice(title.length).trim().split(/\s+/)
    return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard)
  }
  return { cpu: of(titles.cpu), fsize: of(titles.fsize), nproc: of(titles.nproc), nofile: of(titles.nofile) }
}

function read(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1')
  } catch {
    return ''
  }
}
