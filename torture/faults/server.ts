import { once } from 'node:events'
import { join } from 'node:path'
import { type Server, spawnServer } from '../server.ts'

/** What the hook makes of calls: some of them, or all from one on. */
export interface Injected {
  readonly seed: number
  readonly share?: number
  readonly from?: number
  readonly codes?: readonly string[]
  readonly delayMs?: number
  /** Reading too. */
  readonly reads: boolean
  /** Statements too, besides files. */
  readonly rows: boolean
  /** Nothing but flushes of the database. */
  readonly flushes?: boolean
  /** Only files below it. */
  readonly data: string
}

export interface Hits {
  readonly calls: number
  readonly hits: number
}

export interface Measured {
  /** Of the heap and beside it, after a collection. */
  readonly bytes: number
  readonly descriptors: number
}

type Asked =
  | { readonly begin: Injected | null }
  | { readonly look: true }
  | { readonly shiftClockMs: number }
  | { readonly measure: true }

/** A server that lets itself be harmed from outside, by `hook.mjs`. */
export interface FaultyServer extends Server {
  inject(fault: Injected): Promise<unknown>
  hits(): Promise<Hits>
  /** From now on all calls go through; tells how many did not. */
  heal(): Promise<Hits>
  shiftClock(ms: number): Promise<unknown>
  measure(): Promise<Measured>
}

const hook = join(import.meta.dirname, 'hook.mjs')

export function spawnFaulty(folder: string, env: Readonly<Record<string, string>>): FaultyServer {
  const server = spawnServer(folder, env, ['--import', hook])
  const { child } = server
  let last = 0
  const gone = once(child, 'exit').then(() => {
    throw new Error('the server ended')
  })
  gone.catch(() => {})
  const tell = async <T>(asked: Asked): Promise<T> => {
    const id = ++last
    const heard = new Promise<T>((resolve) => {
      const hear = (message: { readonly answer?: number }) => {
        if (message.answer !== id) return
        child.off('message', hear)
        resolve(message as T)
      }
      child.on('message', hear)
    })
    child.send({ id, ...asked })
    return Promise.race([heard, gone])
  }
  return {
    ...server,
    inject: (begin) => tell({ begin }),
    hits: () => tell({ look: true }),
    heal: () => tell({ begin: null }),
    shiftClock: (shiftClockMs) => tell({ shiftClockMs }),
    measure: () => tell({ measure: true }),
  }
}
