import type { RunState } from '../packages/server/src/domain/run.ts'
import { type Database, openDatabase } from '../packages/server/test/support/database.ts'
import type { Postgres } from './postgres.ts'

/** A data folder, and where its rows are; null: there too. */
export interface Where {
  readonly data: string
  readonly postgres: Postgres | null
}

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
  readonly upload_id: string | null
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

export async function readRows(where: Where): Promise<Rows> {
  await using database = await lookInto(where)
  const runs = await database.all<RunRow>('select * from runs')
  const interactions = await database.all<InteractionRow>('select * from interactions order by run_id, id')
  const jobs = await database.all<{ id: string; run_id: string }>('select id, run_id from jobs')
  return {
    runs: new Map(runs.map((run) => [run.id, run])),
    interactions: Map.groupBy(interactions, (row) => row.run_id),
    jobs: new Map(jobs.map((job) => [job.id, job.run_id])),
  }
}

/** One run with its questions; null: it is not there. */
export async function readRun(where: Where, id: string): Promise<RunAndQuestions | null> {
  await using database = await lookInto(where)
  const run = await database.first<RunRow>('select * from runs where id = ?', [id])
  const interactions = await database.all<InteractionRow>('select * from interactions where run_id = ? order by id', [id])
  return run ? { run, interactions } : null
}

/** Runs that are under way or about to be. */
export async function busyRuns(where: Where): Promise<string[]> {
  await using database = await lookInto(where)
  const busy = "select id from runs where state = 'running' or (state = 'queued' and awaiting_upload = 0)"
  return (await database.all<{ id: string }>(busy)).map(({ id }) => id)
}

/** For somebody who looks again and again. */
export async function openGlance(where: Where) {
  const database = await lookInto(where)
  const active = "select id from runs where state in ('queued', 'running', 'waiting_user')"
  const young = 'select id, state, attempt from runs where updated_at > ?'
  return {
    /** Runs that have not ended. */
    active: async (): Promise<string[]> => (await database.all<{ id: string }>(active)).map(({ id }) => id),
    /** Runs that somebody moved since then. */
    movedSince: (since: string) => database.all<Pick<RunRow, 'id' | 'state' | 'attempt'>>(young, [since]),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

export type Glance = Awaited<ReturnType<typeof openGlance>>

/** Every row there is, by table, but for what belongs to one start. */
export async function allRows(where: Where): Promise<Record<string, unknown[]>> {
  await using database = await lookInto(where)
  const rows: Record<string, unknown[]> = {}
  for (const table of ['runs', 'jobs', 'interactions', 'cache', 'idempotency'])
    rows[table] = await database.all(`select * from ${table} order by 1, 2, 3`)
  return rows
}

/** Who looks must not change what a dead server left. */
const lookInto = async ({ data, postgres }: Where): Promise<Database> =>
  postgres ? { ...postgres.rows, [Symbol.asyncDispose]: async () => {} } : openDatabase(data, { readOnly: true })
