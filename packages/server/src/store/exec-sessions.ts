import type { ExecSession } from '../domain/exec.ts'
import type { Instant, NodeId } from '../domain/run.ts'
import { newId } from '../lib/ids.ts'
import { execSessions } from './exec-tables.ts'
import type { GroupCommit } from './group-commit.ts'
import { knownIds } from './known-ids.ts'
import { ofNode } from './node.ts'
import { marks, type Sql } from './sql.ts'

const columns = execSessions.columnsWithout(['nodeId'])

/** A session as its owner names it. */
export interface SessionName {
  readonly projectId: string
  readonly owner: string
  readonly alias: string
}

export function execSessionStore(db: Sql, commits: GroupCommit, nodeId: NodeId) {
  const own = ofNode(nodeId)
  const find = (sql: Sql, { projectId, owner, alias }: SessionName): Promise<ExecSession | null> =>
    sql.first<ExecSession>(`select ${columns} from exec_sessions where project_id = ? and owner = ? and alias = ?`, [
      projectId,
      owner,
      alias,
    ])
  return {
    find: (name: SessionName) => find(db, name),

    /** The one of that name, made where there is none. Whoever asks uses it. */
    open: (name: SessionName, at: Instant): Promise<ExecSession> =>
      commits.decide(async (trx) => {
        const there = await find(trx, name)
        if (there) {
          await trx.run('update exec_sessions set last_used_at = ? where id = ?', [at, there.id])
          return { ...there, lastUsedAt: at }
        }
        const { projectId, owner, alias } = name
        const made = { id: newId('ses'), projectId, owner, alias, createdAt: at, lastUsedAt: at }
        await execSessions.insert(trx, { ...made, nodeId })
        return made
      }, 'process'),

    /** Those of a project, the one used last first. */
    list: (projectId: string, limit: number): Promise<ExecSession[]> =>
      db.all<ExecSession>(`select ${columns} from exec_sessions where project_id = ? order by last_used_at desc, id limit ?`, [
        projectId,
        limit,
      ]),

    /** Some of those of this node that nobody used since, in all projects. */
    unusedSince: (at: Instant, limit: number): Promise<ExecSession[]> =>
      db.all<ExecSession>(
        `select ${columns} from exec_sessions where last_used_at < ? and ${own.text} order by last_used_at limit ?`,
        [at, ...own.values, limit],
      ),

    /** Answers 0 where somebody has used it since. */
    removeUnused: (id: string, since: Instant): Promise<number> =>
      commits.write(async (trx) => {
        const removed = await trx.run('delete from exec_sessions where id = ? and last_used_at < ?', [id, since])
        if (removed > 0) await trx.run('delete from exec_activations where session_id = ?', [id])
        return removed
      }),

    /** Which of these somebody has used since. */
    usedSince: (names: readonly string[], at: Instant): Promise<ReadonlySet<string>> =>
      knownIds(names, (ids) =>
        db.all(`select id as "id" from exec_sessions where id in (${marks(ids)}) and last_used_at >= ?`, [...ids, at]),
      ),

    /** Which of these there are. */
    known: (names: readonly string[]): Promise<ReadonlySet<string>> =>
      knownIds(names, (ids) => db.all(`select id as "id" from exec_sessions where id in (${marks(ids)})`, ids)),

    remove: (id: string): Promise<number> =>
      commits.write(async (trx) => {
        await trx.run('delete from exec_activations where session_id = ?', [id])
        return trx.run('delete from exec_sessions where id = ?', [id])
      }),
  }
}
