import type { Kysely } from 'kysely'
import type { Instant } from '../domain/run.ts'
import type { GroupCommit } from './group-commit.ts'
import type { AdminActionsTable, Tables } from './tables.ts'

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
export function adminActionStore(db: Kysely<Tables>, commits: GroupCommit) {
  return {
    /** On the disk when this resolves; answers its number. */
    note(action: NewAction): Promise<number> {
      return commits.write(async (trx) => {
        const { last } = await trx
          .selectFrom('adminActions')
          .select((e) => e.fn.max('id').as('last'))
          .executeTakeFirstOrThrow()
        const id = (last ?? 0) + 1
        await trx
          .insertInto('adminActions')
          .values({ id, ...action })
          .execute()
        return id
      })
    },

    answered(id: number, answer: Pick<AdminAction, 'status' | 'errorCode' | 'target'>): Promise<void> {
      return commits.write(async (trx) => {
        await trx.updateTable('adminActions').set(answer).where('id', '=', id).execute()
      })
    },

    /** Newest first. */
    list({ principal, action, before, limit }: ActionFilter): Promise<AdminAction[]> {
      return db
        .selectFrom('adminActions')
        .selectAll()
        .$if(principal !== undefined, (q) => q.where('principal', '=', principal ?? ''))
        .$if(action !== undefined, (q) => q.where('action', '=', action ?? ''))
        .$if(before !== undefined, (q) => q.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
    },

    /** Forgets those from before a time. */
    sweep(before: Instant): Promise<number> {
      return commits.write(async (trx) => {
        const { numDeletedRows } = await trx.deleteFrom('adminActions').where('at', '<', before).executeTakeFirst()
        return Number(numDeletedRows)
      })
    },
  }
}
