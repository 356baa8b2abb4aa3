import { type DayUse, dayOf, nothingUsed, usedOf } from '../domain/budget.ts'
import type { Tokens } from '../domain/engine-event.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Sql } from './sql.ts'

/** Who used something: every run counts for a token (an address, where there are no tokens) and for a project. */
export type Spenders = Readonly<Record<'token' | 'project', string>>

interface DayUseRow {
  kind: 'token' | 'project'
  name: string
  tokens: number
  costNano: number
}

const columns = 'kind as "kind", name as "name", tokens as "tokens", cost_nano as "costNano"'

/** What was used on each day in UTC. */
export function dayUseStore(db: Sql, commits: GroupCommit) {
  return {
    async on(day: string, { token, project }: Spenders): Promise<Readonly<Record<'token' | 'project', DayUse>>> {
      const rows = await db.all<DayUseRow>(
        `select ${columns} from day_use
         where (kind = 'token' and name = ? and day = ?) or (kind = 'project' and name = ? and day = ?)`,
        [token, day, project, day],
      )
      const of = (kind: DayUseRow['kind']): DayUse => useOf(rows.find((row) => row.kind === kind))
      return { token: of('token'), project: of('project') }
    },

    /** Those that used most first. */
    async allOn(day: string, most: number): Promise<(Pick<DayUseRow, 'kind' | 'name'> & { readonly use: DayUse })[]> {
      const rows = await db.all<DayUseRow>(
        `select ${columns} from day_use where day = ? order by cost_nano desc, tokens desc, kind, name limit ?`,
        [day, most],
      )
      return rows.map((row) => ({ kind: row.kind, name: row.name, use: useOf(row) }))
    },

    /** Forgets days before this one. */
    forget: (day: string): Promise<number> => commits.write((trx) => trx.run('delete from day_use where day < ?', [day])),
  }
}

const useOf = (row: DayUseRow | undefined): DayUse => (row ? { tokens: row.tokens, cost_usd: row.costNano / 1e9 } : nothingUsed)

/** In the transaction that records the use of a run: what is new of it counts for the day on which it became known. */
export async function countUse(trx: Sql, spenders: Spenders, before: Tokens | null, now: Tokens, at: string): Promise<void> {
  const [old, use] = [usedOf(before), usedOf(now)]
  const tokens = Math.max(0, Math.min(use.tokens, most) - Math.min(old.tokens, most))
  const nano = Math.max(0, nanoOf(use.cost_usd) - nanoOf(old.cost_usd))
  if (tokens === 0 && nano === 0) return
  for (const kind of ['token', 'project'] as const)
    await trx.run(
      `insert into day_use (kind, name, day, tokens, cost_nano) values (?, ?, ?, ?, ?)
       on conflict (kind, name, day) do update
       set tokens = case when day_use.tokens > ? then ${most} else day_use.tokens + excluded.tokens end,
         cost_nano = case when day_use.cost_nano > ? then ${most} else day_use.cost_nano + excluded.cost_nano end`,
      [kind, spenders[kind], dayOf(at), tokens, nano, most - tokens, most - nano],
    )
}

/** A recording can tell any number, and one that cannot be read again would be in the way of everybody. No limit is as large. */
const most = Number.MAX_SAFE_INTEGER

/** Whole numbers add up to the same in any order. Far more than anybody pays still is one. */
const nanoOf = (usd: number): number => Math.round(Math.min(usd, 1e6) * 1e9)
