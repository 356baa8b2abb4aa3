import type { ProjectLimits } from '../domain/exec-limits.ts'
import type { Instant } from '../domain/run.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Sql } from './sql.ts'

/** What projects may do, where that is less than the server allows. */
export function projectLimitStore(db: Sql, commits: GroupCommit) {
  return {
    async all(): Promise<ReadonlyMap<string, ProjectLimits>> {
      const rows = await db.all<{ id: string; limits: string }>(
        'select project_id as "id", limits as "limits" from project_limits',
      )
      return new Map(rows.map(({ id, limits }) => [id, JSON.parse(limits)]))
    },

    async of(projectId: string): Promise<ProjectLimits> {
      const row = await db.first<{ limits: string }>('select limits as "limits" from project_limits where project_id = ?', [
        projectId,
      ])
      return row ? JSON.parse(row.limits) : {}
    },

    put: (projectId: string, limits: ProjectLimits, at: Instant): Promise<number> =>
      commits.write((trx) =>
        trx.run(
          `insert into project_limits (project_id, limits, updated_at) values (?, ?, ?)
           on conflict (project_id) do update set limits = excluded.limits, updated_at = excluded.updated_at`,
          [projectId, JSON.stringify(limits), at],
        ),
      ),
  }
}
