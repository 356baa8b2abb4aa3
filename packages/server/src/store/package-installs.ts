import type { Kysely, Selectable } from 'kysely'
import { rememberedMs } from '../domain/once.ts'
import type { Instant, RunError } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import type { GroupCommit } from './group-commit.ts'
import type { PackageInstallsTable, Tables } from './tables.ts'

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
  readonly action: 'install' | 'update' | null
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

export function packageInstallStore(db: Kysely<Tables>, commits: GroupCommit) {
  return {
    /** Takes note of an installation, unless its key stands for one already. */
    begin(install: PackageInstall, key: InstallKey | null): Promise<Begun> {
      return commits.write(async (trx) => {
        const first = key && (await firstUnder(trx, install, key))
        if (first) return { install: installOf(first), repeated: true }
        await trx.insertInto('packageInstalls').values(rowOf(install, key)).execute()
        return { install, repeated: false }
      })
    },

    /** Before anything is switched: after a crash this tells what was meant. */
    decide(id: string, facts: InstallFacts): Promise<void> {
      return commits.write(async (trx) => {
        await trx.updateTable('packageInstalls').set(facts).where('id', '=', id).execute()
      })
    },

    /** One that failed does not use up its key. */
    end(id: string, at: Instant, error: RunError | null): Promise<PackageInstall> {
      const ended = error
        ? { status: 'failed' as const, error: JSON.stringify(error), idempotencyKey: null }
        : { status: 'succeeded' as const }
      return commits.write(async (trx) => {
        const update = trx.updateTable('packageInstalls').set({ ...ended, finishedAt: at })
        return installOf(await update.where('id', '=', id).returningAll().executeTakeFirstOrThrow())
      })
    },

    async get(projectId: string, id: string): Promise<PackageInstall | null> {
      const found = db.selectFrom('packageInstalls').selectAll().where('id', '=', id).where('projectId', '=', projectId)
      const row = await found.executeTakeFirst()
      return row ? installOf(row) : null
    },

    /** At start: those that a dead server did not end. */
    async running(): Promise<PackageInstall[]> {
      const rows = await db.selectFrom('packageInstalls').selectAll().where('status', '=', 'running').execute()
      return rows.map(installOf)
    },

    sweep(before: Instant): Promise<number> {
      return commits.write(async (trx) => {
        const old = trx.deleteFrom('packageInstalls').where('createdAt', '<', before).where('status', '!=', 'running')
        return Number((await old.executeTakeFirst()).numDeletedRows)
      })
    },
  }
}

/** The same key for another archive is refused; one whose time is over is free again. */
async function firstUnder(trx: Kysely<Tables>, install: PackageInstall, { key, fingerprint }: InstallKey) {
  const { projectId, principal, createdAt } = install
  const row = await trx
    .selectFrom('packageInstalls')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('principal', '=', principal)
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
  if (!row) return null
  if (Date.parse(row.createdAt) <= Date.parse(createdAt) - rememberedMs) {
    await trx.updateTable('packageInstalls').set({ idempotencyKey: null }).where('id', '=', row.id).execute()
    return null
  }
  if (row.fingerprint !== fingerprint) throw new Fault('IDEMPOTENCY_MISMATCH', { first_used_at: row.createdAt })
  return row
}

const rowOf = ({ error, ...install }: PackageInstall, key: InstallKey | null): PackageInstallsTable => ({
  ...install,
  error: error && JSON.stringify(error),
  idempotencyKey: key?.key ?? null,
  fingerprint: key?.fingerprint ?? null,
})

const installOf = ({
  idempotencyKey: _key,
  fingerprint: _fingerprint,
  error,
  ...row
}: Selectable<PackageInstallsTable>): PackageInstall => ({ ...row, error: error === null ? null : JSON.parse(error) })
