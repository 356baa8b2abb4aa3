import { rememberedMs } from '../domain/once.ts'
import type { Instant, NodeId, RunError } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import { packageInstalls } from './columns.ts'
import type { GroupCommit } from './group-commit.ts'
import { ofNode } from './node.ts'
import { errorOf } from './rows.ts'
import type { Sql } from './sql.ts'
import type { PackageInstallsTable } from './tables.ts'

/** One installation of a skill package, and what became of it. */
export interface PackageInstall extends InstallFacts {
  readonly id: string
  readonly projectId: string
  readonly principal: string
  readonly status: 'running' | 'succeeded' | 'failed'
  readonly error: RunError | null
  readonly createdAt: Instant
  readonly finishedAt: Instant | null
}

/** What is known of it as soon as the package was looked at. */
export interface InstallFacts {
  readonly skillId: string | null
  readonly version: string | null
  readonly digest: string | null
  readonly action: 'install' | 'update' | 'unchanged' | null
}

/** The caller's own name for it, and the archive that it stands for. */
export interface InstallKey {
  readonly key: string
  readonly fingerprint: string
}

export interface Begun {
  readonly install: PackageInstall
  /** Somebody asked for the same before. */
  readonly repeated: boolean
}

export function packageInstallStore(db: Sql, commits: GroupCommit, nodeId: NodeId) {
  return {
    /** Takes note of an installation, unless its key stands for one already. */
    begin(install: PackageInstall, key: InstallKey | null): Promise<Begun> {
      return commits.decide(async (trx) => {
        const first = key && (await firstUnder(trx, install, key))
        if (first) return { install: installOf(first), repeated: true }
        await packageInstalls.insert(trx, { ...rowOf(install, key), nodeId })
        return { install, repeated: false }
      })
    },

    /** Before anything is switched: after a crash this tells what was meant. */
    decide(id: string, { skillId, version, digest, action }: InstallFacts): Promise<void> {
      return commits.write(async (trx) => {
        const text = 'update package_installs set skill_id = ?, version = ?, digest = ?, action = ? where id = ?'
        await trx.run(text, [skillId, version, digest, action, id])
      })
    },

    /** One that failed does not use up its key. */
    end(id: string, at: Instant, error: RunError | null): Promise<PackageInstall> {
      const ended = error
        ? { status: 'failed' as const, error: JSON.stringify(error), idempotencyKey: null }
        : { status: 'succeeded' as const }
      return commits.write(async (trx) => {
        const changes = packageInstalls.set({ ...ended, finishedAt: at })
        const text = `update package_installs set ${changes.text} where id = ? returning ${packageInstalls.columns}`
        const row = await trx.first<PackageInstallsTable>(text, [...changes.values, id])
        if (!row) throw new Error(`There is no installation ${id}`)
        return installOf(row)
      })
    },

    async get(projectId: string, id: string): Promise<PackageInstall | null> {
      const row = await db.first<PackageInstallsTable>(`${selectInstall} where id = ? and project_id = ?`, [id, projectId])
      return row && installOf(row)
    },

    /** At start: those of this node that a dead server did not end. */
    async running(): Promise<PackageInstall[]> {
      const own = ofNode(nodeId)
      const rows = await db.all<PackageInstallsTable>(`${selectInstall} where status = 'running' and ${own.text}`, own.values)
      return rows.map(installOf)
    },

    sweep: (before: Instant): Promise<number> =>
      commits.write((trx) => trx.run("delete from package_installs where created_at < ? and status != 'running'", [before])),
  }
}

const selectInstall = `select ${packageInstalls.columns} from package_installs`

/** The same key for another archive is refused; one whose time is over is free again. */
async function firstUnder(trx: Sql, install: PackageInstall, { key, fingerprint }: InstallKey) {
  const { projectId, principal, createdAt } = install
  const row = await trx.first<PackageInstallsTable>(
    `${selectInstall} where project_id = ? and principal = ? and idempotency_key = ?`,
    [projectId, principal, key],
  )
  if (!row) return null
  if (Date.parse(row.createdAt) <= Date.parse(createdAt) - rememberedMs) {
    await trx.run('update package_installs set idempotency_key = null where id = ?', [row.id])
    return null
  }
  if (row.fingerprint !== fingerprint) throw new Fault('IDEMPOTENCY_MISMATCH', { first_used_at: row.createdAt })
  return row
}

const rowOf = ({ error, ...install }: PackageInstall, key: InstallKey | null): Omit<PackageInstallsTable, 'nodeId'> => ({
  ...install,
  error: error && JSON.stringify(error),
  idempotencyKey: key?.key ?? null,
  fingerprint: key?.fingerprint ?? null,
})

const installOf = ({
  idempotencyKey: _key,
  fingerprint: _print,
  nodeId: _node,
  error,
  ...row
}: PackageInstallsTable): PackageInstall => ({
  ...row,
  error: error === null ? null : errorOf(error),
})
