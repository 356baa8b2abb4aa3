import { projectSkills, projectSkillVersions, projects } from './columns.ts'
import type { GroupCommit } from './group-commit.ts'
import { allOf, given, type Sql } from './sql.ts'
import type { ProjectSkillsTable, ProjectSkillVersionsTable } from './tables.ts'

/** A skill that was uploaded to a project, with the version in use. */
export interface ProjectSkill extends Omit<ProjectSkillsTable, 'enabled'> {
  readonly enabled: boolean
}

export type ProjectSkillVersion = Readonly<ProjectSkillVersionsTable>

export interface ProjectSkillFilter {
  readonly enabled?: boolean
  /** Only those behind this name. */
  readonly after?: string
  readonly limit: number
}

/** How a version comes in beside being there. */
export interface PutOptions {
  /** It is in use from then on, and its skill enabled; a new skill uses it in any case. */
  readonly activates?: boolean
  /** A label for people; absent: as it was. */
  readonly displayName?: string
}

/** What an upload did: a new skill, another version in use, or the one that was in use before. */
export type UploadAction = 'created' | 'updated' | 'unchanged'

/** Every question names its project: nothing of another one is ever found. */
export function projectSkillStore(db: Sql, commits: GroupCommit) {
  return {
    async hasProject(id: string): Promise<boolean> {
      return (await db.first('select 1 from projects where id = ?', [id])) !== null
    },

    /** Puts a version in use, and enables its skill. What of project, skill and version is new comes to be in the same step. */
    put(version: ProjectSkillVersion, { activates = true, displayName }: PutOptions = {}): Promise<UploadAction> {
      const { projectId, name, versionHash, description, createdAt } = version
      const label = displayName === undefined ? {} : { displayName }
      return commits.decide(async (trx) => {
        const before = await first(trx, projectId, name)
        await trx.run(`${projects.insertion} on conflict do nothing`, projects.valuesOf({ id: projectId, createdAt }))
        await trx.run(`${projectSkillVersions.insertion} on conflict do nothing`, projectSkillVersions.valuesOf(version))
        if (!before) {
          const skill = { projectId, name, versionHash, description, enabled: 1, createdAt, displayName: displayName ?? null }
          await projectSkills.insert(trx, skill)
          return 'created'
        }
        if (!activates) return 'unchanged'
        await change(trx, projectId, name, { versionHash, description, enabled: 1, ...label })
        return before.versionHash === versionHash ? 'unchanged' : 'updated'
      })
    },

    get: (projectId: string, name: string): Promise<ProjectSkill | null> => first(db, projectId, name),

    /** By name. */
    async list(projectId: string, { enabled, after, limit }: ProjectSkillFilter): Promise<ProjectSkill[]> {
      const which = allOf(
        given('project_id = ?', projectId),
        given('name > ?', after),
        given('enabled = ?', enabled === undefined ? undefined : Number(enabled)),
      )
      const rows = await db.all<ProjectSkillsTable>(`${selectSkill} where ${which.text} order by name limit ?`, [
        ...which.values,
        limit,
      ])
      return rows.map(skillOf)
    },

    async names(projectId: string): Promise<ReadonlySet<string>> {
      const rows = await db.all<{ name: string }>('select name from project_skills where project_id = ?', [projectId])
      return new Set(rows.map(({ name }) => name))
    },

    /** The newest first. */
    versions: (projectId: string, name: string): Promise<ProjectSkillVersion[]> =>
      db.all(`${selectVersion} where ${ofSkill} order by created_at desc, version_hash`, [projectId, name]),

    async hasVersion(projectId: string, name: string, versionHash: string): Promise<boolean> {
      const text = `select 1 from project_skill_versions where ${ofSkill} and version_hash = ?`
      return (await db.first(text, [projectId, name, versionHash])) !== null
    },

    /** Null: there is no such skill, or not any more. */
    activate: ({ projectId, name, versionHash, description }: ProjectSkillVersion): Promise<ProjectSkill | null> =>
      commits.write((trx) => change(trx, projectId, name, { versionHash, description })),

    setEnabled: (projectId: string, name: string, enabled: boolean): Promise<ProjectSkill | null> =>
      commits.write((trx) => change(trx, projectId, name, { enabled: Number(enabled) })),

    /**
     * Forgets one version. Of the one in use the newest of the others takes the place, unless it has to stay; the only one always stays.
     * Answers whether it is gone.
     */
    removeVersion(projectId: string, name: string, versionHash: string, staysInUse: boolean): Promise<boolean> {
      return commits.decide(async (trx) => {
        const skill = await first(trx, projectId, name)
        const others = `${selectVersion} where ${ofSkill} and version_hash <> ? order by created_at desc, version_hash limit 1`
        const next = await trx.first<ProjectSkillVersion>(others, [projectId, name, versionHash])
        const isInUse = skill?.versionHash === versionHash
        if (!next || (isInUse && staysInUse)) return false
        if (isInUse) await change(trx, projectId, name, { versionHash: next.versionHash, description: next.description })
        const text = `delete from project_skill_versions where ${ofSkill} and version_hash = ?`
        return (await trx.run(text, [projectId, name, versionHash])) > 0
      })
    },

    /** Forgets a skill with all its versions; answers how many those were. */
    remove(projectId: string, name: string): Promise<number> {
      return commits.write(async (trx) => {
        await trx.run(`delete from project_skills where ${ofSkill}`, [projectId, name])
        return trx.run(`delete from project_skill_versions where ${ofSkill}`, [projectId, name])
      })
    },
  }
}

const ofSkill = 'project_id = ? and name = ?'
const selectSkill = `select ${projectSkills.columns} from project_skills`
const selectVersion = `select ${projectSkillVersions.columns} from project_skill_versions`

async function first(sql: Sql, projectId: string, name: string): Promise<ProjectSkill | null> {
  const row = await sql.first<ProjectSkillsTable>(`${selectSkill} where ${ofSkill}`, [projectId, name])
  return row && skillOf(row)
}

async function change(trx: Sql, projectId: string, name: string, changes: Partial<ProjectSkillsTable>) {
  const { text, values } = projectSkills.set(changes)
  const returning = `update project_skills set ${text} where ${ofSkill} returning ${projectSkills.columns}`
  const row = await trx.first<ProjectSkillsTable>(returning, [...values, projectId, name])
  return row && skillOf(row)
}

const skillOf = ({ enabled, ...row }: ProjectSkillsTable): ProjectSkill => ({ ...row, enabled: enabled === 1 })
