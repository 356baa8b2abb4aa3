import type { Cell, CellState, Eval, EvalState } from '../domain/eval.ts'
import type { Instant, JobId } from '../domain/run.ts'
import type { GroupCommit } from './group-commit.ts'
import { ofNode } from './node.ts'
import { allOf, type Clause, given, type Sql } from './sql.ts'
import { table } from './table.ts'

export interface EvalsTable {
  id: string
  projectId: string
  principal: string
  caller: string
  /** JSON. */
  dayLimits: string
  skillId: string
  skillVersion: string
  skillDigest: string
  temporary: number
  /** JSON. */
  plan: string
  state: EvalState
  cancelRequestedAt: string | null
  createdAt: string
  finishedAt: string | null
  /** The server that performs it. */
  nodeId: string | null
}

export interface EvalCellsTable {
  evalId: string
  no: number
  caseId: string
  engine: string
  repetition: number
  state: CellState
  tries: number
  jobId: string | null
  gradeJobId: string | null
  /** JSON. */
  outcome: string | null
}

const evals = table<EvalsTable>('evals', {
  id: 'id',
  projectId: 'project_id',
  principal: 'principal',
  caller: 'caller',
  dayLimits: 'day_limits',
  skillId: 'skill_id',
  skillVersion: 'skill_version',
  skillDigest: 'skill_digest',
  temporary: 'temporary',
  plan: 'eval_plan',
  state: 'state',
  cancelRequestedAt: 'cancel_requested_at',
  createdAt: 'created_at',
  finishedAt: 'finished_at',
  nodeId: 'node_id',
})

const cells = table<EvalCellsTable>('eval_cells', {
  evalId: 'eval_id',
  no: 'cell_no',
  caseId: 'case_id',
  engine: 'engine',
  repetition: 'repetition',
  state: 'state',
  tries: 'tries',
  jobId: 'job_id',
  gradeJobId: 'grade_job_id',
  outcome: 'outcome',
})

export interface EvalFilter {
  readonly projectId: string
  readonly skillId?: string
  readonly after?: { readonly createdAt: string; readonly id: string }
  readonly limit: number
}

type CellChange = Partial<Pick<Cell, 'state' | 'tries' | 'jobId' | 'gradeJobId' | 'outcome'>>

/** Tests of skills and their cells. Every step of a cell is a row, so a restart goes on where the last server stopped. */
export function evalStore(db: Sql, commits: GroupCommit, nodeId: string) {
  const get = async (id: string): Promise<Eval | null> => {
    const row = await db.first<EvalsTable>(`${selectEval} where id = ?`, [id])
    return row && evalOf(row)
  }

  return {
    get,

    /** With all its cells, or not at all. Answers false where so many of this server are running already. */
    create: (one: Eval, itsCells: readonly Cell[], most: number): Promise<boolean> =>
      commits.decide(async (trx) => {
        const own = ofNode(nodeId)
        const running = await trx.first<{ n: number }>(
          `select count(*) as "n" from evals where state = 'running' and ${own.text}`,
          own.values,
        )
        if (Number(running?.n ?? 0) >= most) return false
        await evals.insert(trx, rowOf(one, nodeId))
        for (const cell of itsCells) await cells.insert(trx, rowOfCell(cell))
        return true
      }),

    /** Of another project there is none. */
    async find(projectId: string, id: string): Promise<Eval | null> {
      const row = await db.first<EvalsTable>(`${selectEval} where id = ? and project_id = ?`, [id, projectId])
      return row && evalOf(row)
    },

    /** Newest first, by their names alone: with their cases, a page of them can be larger than the memory. */
    async list({ projectId, skillId, after, limit }: EvalFilter): Promise<Pick<Eval, 'id' | 'createdAt'>[]> {
      const which = allOf(
        given('project_id = ?', projectId),
        given('skill_id = ?', skillId),
        after === undefined ? null : olderThan(after),
      )
      const text = `select id as "id", created_at as "createdAt" from evals where ${which.text} order by created_at desc, id desc limit ?`
      return db.all<Pick<EvalsTable, 'id' | 'createdAt'>>(text, [...which.values, limit])
    },

    async cells(id: string): Promise<Cell[]> {
      const rows = await db.all<EvalCellsTable>(`select ${cells.columns} from eval_cells where eval_id = ? order by cell_no`, [
        id,
      ])
      return rows.map(cellOf)
    },

    /** At start: those of this server that the last one did not end. */
    async running(): Promise<Eval[]> {
      const own = ofNode(nodeId)
      const rows = await db.all<EvalsTable>(`${selectEval} where state = 'running' and ${own.text} order by id`, own.values)
      return rows.map(evalOf)
    },

    /** Names the job of a cell, and answers whether it may go on: not where somebody wants the test canceled. */
    begin: (id: string, no: number, job: JobId): Promise<boolean> =>
      commits.decide((trx) => beginIn(trx, id, no, { jobId: job, state: 'running' })),

    /** The same for the job that grades. */
    beginGrading: (id: string, no: number, job: JobId): Promise<boolean> =>
      commits.decide((trx) => beginIn(trx, id, no, { gradeJobId: job })),

    /** Ends are written once: one that was canceled stays so. */
    changeCell: (id: string, no: number, changes: CellChange): Promise<boolean> =>
      commits.write(async (trx) => (await change(trx, id, no, changes)) > 0),

    requestCancel: (id: string, at: Instant): Promise<number> =>
      commits.write((trx) =>
        trx.run("update evals set cancel_requested_at = ? where id = ? and state = 'running' and cancel_requested_at is null", [
          at,
          id,
        ]),
      ),

    end: (id: string, state: EvalState, at: Instant): Promise<number> =>
      commits.write((trx) =>
        trx.run("update evals set state = ?, finished_at = ? where id = ? and state = 'running'", [state, at, id]),
      ),

    /** Those that ended before. Answers how many. */
    sweep: (before: Instant): Promise<number> =>
      commits.write(async (trx) => {
        const old = "finished_at < ? and state != 'running'"
        await trx.run(`delete from eval_cells where eval_id in (select id from evals where ${old})`, [before])
        return trx.run(`delete from evals where ${old}`, [before])
      }),
  }
}

const selectEval = `select ${evals.columns} from evals`

const olderThan = ({ createdAt, id }: NonNullable<EvalFilter['after']>): Clause => ({
  text: '(created_at < ? or (created_at = ? and id < ?))',
  values: [createdAt, createdAt, id],
})

async function beginIn(trx: Sql, id: string, no: number, changes: CellChange): Promise<boolean> {
  const mark = await trx.first<{ at: string | null }>('select cancel_requested_at as "at" from evals where id = ?', [id])
  await change(trx, id, no, changes)
  return mark !== null && mark.at === null
}

function change(trx: Sql, id: string, no: number, { outcome, ...changes }: CellChange): Promise<number> {
  const set = cells.set({ ...changes, ...(outcome === undefined ? {} : { outcome: outcome && JSON.stringify(outcome) }) })
  const text = `update eval_cells set ${set.text} where eval_id = ? and cell_no = ? and state in ('waiting', 'running', 'grading')`
  return trx.run(text, [...set.values, id, no])
}

const rowOf = ({ plan, dayLimits, temporary, ...one }: Eval, nodeId: string): EvalsTable => ({
  ...one,
  plan: JSON.stringify(plan),
  dayLimits: JSON.stringify(dayLimits),
  temporary: Number(temporary),
  nodeId,
})

const evalOf = ({ plan, dayLimits, temporary, nodeId: _node, ...row }: EvalsTable): Eval => ({
  ...row,
  plan: JSON.parse(plan),
  dayLimits: JSON.parse(dayLimits),
  temporary: temporary === 1,
})

const rowOfCell = ({ outcome, ...cell }: Cell): EvalCellsTable => ({ ...cell, outcome: outcome && JSON.stringify(outcome) })

const cellOf = ({ outcome, ...row }: EvalCellsTable): Cell => ({ ...row, outcome: outcome === null ? null : JSON.parse(outcome) })
