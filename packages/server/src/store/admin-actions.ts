import type { Instant } from '../domain/run.ts'
import { adminActions } from './columns.ts'
import type { GroupCommit } from './group-commit.ts'
import { allOf, given, type Sql } from './sql.ts'
import type { AdminActionsTable } from './tables.ts'

export type AdminAction = AdminActionsTable
export type NewAction = Omit<AdminAction, 'id'>

export interface ActionFilter {
  readonly principal?: string
  readonly action?: string
  /** Only those before this one. */
  readonly before?: number
  readonly limit: number
}

/** Who changed what on this server, or was not allowed to. */
export function adminActionStore(db: Sql, commits: GroupCommit) {
  return {
    /** On the disk when this resolves; answers its number. */
    note(action: NewAction): Promise<number> {
      return commits.decide(async (trx) => {
        const last = await trx.first<{ id: number | null }>('select max(id) as "id" from admin_actions')
        const id = (last?.id ?? 0) + 1
        await adminActions.insert(trx, { id, ...action })
        return id
      })
    },

    answered(id: number, { status, errorCode, target }: Pick<AdminAction, 'status' | 'errorCode' | 'target'>): Promise<void> {
      return commits.write(async (trx) => {
        await trx.run('update admin_actions set status = ?, error_code = ?, target = ? where id = ?', [
          status,
          errorCode,
          target,
          id,
        ])
      })
    },

    /** Newest first. */
    async list({ principal, action, before, limit }: ActionFilter): Promise<AdminAction[]> {
      const which = allOf(
        given('principal = ?', principal),
        given('action = ?', action),
        given('id < ?', before ?? Number.MAX_SAFE_INTEGER),
      )
      const text = `select ${adminActions.columns} from admin_actions where ${which.text} order by id desc limit ?`
      const rows = await db.all<AdminActionsTable>(text, [...which.values, limit])
      return rows
    },

    /** Forgets those from before a time. */
    sweep: (before: Instant): Promise<number> =>
      commits.write((trx) => trx.run('delete from admin_actions where at < ?', [before])),
  }
}
