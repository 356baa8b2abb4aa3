import { projectSkills } from './columns.ts'
import { allOf, given, type Sql } from './sql.ts'
import type { ProjectSkillsTable } from './tables.ts'

/** A skill that was uploaded to a project, with its newest version beside the one in use. */
export interface CatalogRow extends Omit<ProjectSkillsTable, 'enabled'> {
  readonly latestHash: string
  /** When the newest version was uploaded. */
  readonly updatedAt: string
}

export interface CatalogPage {
  readonly order: 'asc' | 'desc'
  /** The last skill of the page before. */
  readonly after?: { readonly createdAt: string; readonly name: string }
  readonly limit: number
}

/** The skills of projects by age, as clients of other services list them. */
export function skillCatalog(db: Sql) {
  return {
    get: (projectId: string, name: string): Promise<CatalogRow | null> =>
      db.first(`${select} where project_id = ? and name = ?`, [projectId, name]),

    list(projectId: string, { order, after, limit }: CatalogPage): Promise<CatalogRow[]> {
      const which = allOf(given('project_id = ?', projectId), after ? behind(order, after) : null)
      const text = `${select} where ${which.text} order by created_at ${order}, name ${order} limit ?`
      return db.all(text, [...which.values, limit])
    },
  }
}

const behind = (order: CatalogPage['order'], { createdAt, name }: NonNullable<CatalogPage['after']>) => {
  const sign = order === 'asc' ? '>' : '<'
  return { text: `(created_at ${sign} ? or (created_at = ? and name ${sign} ?))`, values: [createdAt, createdAt, name] }
}

const newest = (column: string) => `(
  select version.${column} from project_skill_versions version
  where version.project_id = project_skills.project_id and version.name = project_skills.name
  order by version.created_at desc, version.version_hash limit 1
)`

const select = `select ${projectSkills.columns}, ${newest('version_hash')} as "latestHash", ${newest('created_at')} as "updatedAt"
  from project_skills`
