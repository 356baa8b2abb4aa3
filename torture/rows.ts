import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RunState } from '../packages/server/src/domain/run.ts'

/** Columns of a run that the checks speak of; the row holds them all. */
export interface RunRow {
  readonly id: string
  readonly state: RunState
  readonly attempt: number
  readonly awaiting_upload: number
  readonly execution_mode: 'auto' | 'interactive'
  readonly pending_interaction: number | null
  readonly interaction_count: number
  readonly auto_decision_count: number
  readonly rasp_seq: number
  readonly fcmp_seq: number
  readonly recovery_state: 'none' | 'recovered_waiting' | 'failed_reconciled'
  readonly recovery_reason: string | null
  readonly recovered_at: string | null
}

export interface InteractionRow {
  readonly run_id: string
  readonly id: number
  readonly attempt: number
  readonly asked_at: string
  readonly expires_at: string | null
  readonly resolution: 'user_reply' | 'auto_decide_timeout' | null
  readonly response: string | null
  readonly files: string | null
  readonly answer_key: string | null
}

export interface RunAndQuestions {
  readonly run: RunRow
  readonly interactions: readonly InteractionRow[]
}

/** The tables of a data folder, as they are at this instant, whether or not somebody serves it. */
export interface Rows {
  readonly runs: ReadonlyMap<string, RunRow>
  /** By run. */
  readonly interactions: ReadonlyMap<string, readonly InteractionRow[]>
  /** The run of each job. */
  readonly jobs: ReadonlyMap<string, string>
}

export const noRows: Rows = { runs: new Map(), interactions: new Map(), jobs: new Map() }

export function readRows(data: string): Rows {
  return withDatabase(data, (database) => {
    const all = <T>(sql: string): T[] => database.prepare(sql).all() as T[]
    const interactions = all<InteractionRow>('select * from interactions order by run_id, id')
    return {
      runs: new Map(all<RunRow>('select * from runs').map((run) => [run.id, { ...run }])),
      interactions: Map.groupBy(interactions, (row) => row.run_id),
      jobs: new Map(all<{ id: string; run_id: string }>('select id, run_id from jobs').map((job) => [job.id, job.run_id])),
    }
  })
}

/** One run with its questions; null: it is not there. */
export const readRun = (data: string, id: string): RunAndQuestions | null =>
  withDatabase(data, (database) => {
    const run = database.prepare('select * from runs where id = ?').get(id) as unknown as RunRow | undefined
    const interactions = database
      .prepare('select * from interactions where run_id = ? order by id')
      .all(id) as unknown as InteractionRow[]
    return run ? { run: { ...run }, interactions: interactions.map((row) => ({ ...row })) } : null
  })

/** Runs that are under way or about to be. */
export const busyRuns = (data: string): string[] =>
  withDatabase(data, (database) =>
    database
      .prepare("select id from runs where state = 'running' or (state = 'queued' and awaiting_upload = 0)")
      .all()
      .map(({ id }) => String(id)),
  )

/** For somebody who looks again and again. */
export function openGlance(data: string) {
  const database = openDatabase(data)
  const active = database.prepare("select id from runs where state in ('queued', 'running', 'waiting_user')")
  const young = database.prepare('select id, state, attempt from runs where updated_at > ?')
  return {
    /** Runs that have not ended. */
    active: (): string[] => active.all().map(({ id }) => String(id)),
    /** Runs that somebody moved since then. */
    movedSince: (since: string) => young.all(since) as unknown as Pick<RunRow, 'id' | 'state' | 'attempt'>[],
    [Symbol.dispose]: () => database.close(),
  }
}

export type Glance = ReturnType<typeof openGlance>

/** Every row there is, by table, but for what belongs to one start. */
export const allRows = (data: string): Record<string, unknown[]> =>
  withDatabase(data, (database) =>
    Object.fromEntries(
      ['runs', 'jobs', 'interactions', 'cache', 'idempotency'].map((table) => [
        table,
        database
          .prepare(`select * from ${table} order by 1, 2, 3`)
          .all()
          .map((row) => ({ ...row })),
      ]),
    ),
  )

/** In the mark of every process that a server on this folder starts. */
export const instanceOf = (data: string): string =>
  withDatabase(data, (database) =>
    String(database.prepare("select value from settings where name = 'instance_id'").get()?.['value']),
  )

function withDatabase<T>(data: string, use: (database: DatabaseSync) => T): T {
  const database = openDatabase(data)
  try {
    return use(database)
  } finally {
    database.close()
  }
}

const openDatabase = (data: string): DatabaseSync => new DatabaseSync(join(data, 'runs.db'), { readOnly: true, timeout: 5000 })
