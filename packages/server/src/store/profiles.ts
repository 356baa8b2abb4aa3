import type { Instant } from '../domain/run.ts'
import { type Profile, toolNamed } from '../domain/tools.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Sql } from './sql.ts'
import { table } from './table.ts'

export interface ProfilesTable {
  projectId: string
  name: string
  /** JSON. */
  allowedTools: string
  uiAllowed: number
  createdAt: string
  updatedAt: string
}

export interface StoredProfile extends Profile {
  readonly projectId: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

const profiles = table<ProfilesTable>('profiles', {
  projectId: 'project_id',
  name: 'name',
  allowedTools: 'allowed_tools',
  uiAllowed: 'ui_allowed',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

/** What tokens may do in a project, by the name that they carry. */
export function profileStore(db: Sql, commits: GroupCommit) {
  return {
    find: (projectId: string, name: string): Promise<StoredProfile | null> => find(db, projectId, name),

    /** By name. */
    async list(projectId: string): Promise<StoredProfile[]> {
      const rows = await db.all<ProfilesTable>(`select ${profiles.columns} from profiles where project_id = ? order by name`, [
        projectId,
      ])
      return rows.map(profileOf)
    },

    /** In the place of whatever it was before. */
    put: (projectId: string, { name, allowedTools, uiAllowed }: Profile, at: Instant): Promise<StoredProfile> =>
      commits.decide(async (trx) => {
        const createdAt = (await find(trx, projectId, name))?.createdAt ?? at
        const row = { projectId, name, allowedTools: JSON.stringify(allowedTools), uiAllowed: Number(uiAllowed), createdAt }
        await trx.run(`delete from profiles where ${ofProfile}`, [projectId, name])
        await profiles.insert(trx, { ...row, updatedAt: at })
        return profileOf({ ...row, updatedAt: at })
      }),

    /** Answers whether there was one. */
    remove: (projectId: string, name: string): Promise<boolean> =>
      commits.write(async (trx) => (await trx.run(`delete from profiles where ${ofProfile}`, [projectId, name])) > 0),
  }
}

const ofProfile = 'project_id = ? and name = ?'

async function find(sql: Sql, projectId: string, name: string): Promise<StoredProfile | null> {
  const row = await sql.first<ProfilesTable>(`select ${profiles.columns} from profiles where ${ofProfile}`, [projectId, name])
  return row && profileOf(row)
}

/** A tool that this version does not know allows nothing. */
const profileOf = ({ allowedTools, uiAllowed, ...row }: ProfilesTable): StoredProfile => ({
  ...row,
  allowedTools: (JSON.parse(allowedTools) as string[]).map(toolNamed).filter((tool) => tool !== null),
  uiAllowed: uiAllowed === 1,
})
