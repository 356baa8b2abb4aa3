import type { Sql } from './sql.ts'

/**
 * What a write has to outlive: a loss of power, or only the end of this process. The second costs no flush
 * where the database lives in this process; a server of its own can end alone, so there it is the same.
 */
export type Outlives = 'power' | 'process'

/** What a transaction has to hold against. */
export interface Needs {
  readonly outlives: Outlives
  /** It decides by what it reads: no other one that does so runs meanwhile, whichever server it belongs to. */
  readonly decides: boolean
  /** It changes whole tables, which takes the time it takes, and may be done again where it was done already. */
  readonly takesLong?: boolean
}

/** The one connection of this process that writes. */
export interface Writer extends Sql {
  /** All of it, or nothing. Where a connection was lost before the commit the work is done again, from the beginning. */
  transaction(needs: Needs, work: (trx: Sql) => Promise<void>): Promise<void>
  /** Why nothing is written now, and nobody need wait until it is; null: it is, or will be in a moment. */
  refusal(): Error | null
  close(): void | Promise<void>
}

/** Brings what was committed to the disk, where a commit does not do so itself. */
export interface DiskSync {
  /** Resolves when everything committed before the call is on the disk. After a failure it fails for good: what is lost then nobody knows. */
  sync(): Promise<void>
  /** The last one that was asked for and has not ended; null: there is none. */
  pending(): Promise<void> | null
}

/** What differs between the databases that the store can live in. */
export interface Database {
  /** Answers only what is on the disk: nobody is told what a power cut could take back. */
  readonly read: Sql
  readonly write: Writer
  readonly disk: DiskSync
  /** Rejects where nothing can be written, although it may still be read. */
  requireWritable(): Promise<void>
  /** The server is to stop: what became of a commit is asked for a short while only. */
  stopping(): void
  /** How much room it takes, its log included. */
  bytes(): Promise<number>
  close(): Promise<void>
}
