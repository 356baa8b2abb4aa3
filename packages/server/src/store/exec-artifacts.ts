import { countedBytes, type ExecArtifact, leastCounted } from '../domain/exec-files.ts'
import type { Instant } from '../domain/run.ts'
import { execArtifacts } from './exec-tables.ts'
import type { GroupCommit } from './group-commit.ts'
import { knownIds } from './known-ids.ts'
import { allOf, marks, type Sql } from './sql.ts'

export interface ArtifactFilter {
  readonly projectId: string
  /** Only those that come after this one in the list. */
  readonly after?: { readonly createdAt: Instant; readonly id: string } | undefined
  readonly limit: number
}

/** Artifacts of projects. Their files are there before their rows, and go after them. */
export function execArtifactStore(db: Sql, commits: GroupCommit) {
  return {
    async add(artifacts: readonly ExecArtifact[]): Promise<void> {
      if (artifacts.length === 0) return
      await commits.write(async (trx) => {
        for (const artifact of artifacts) await execArtifacts.insert(trx, artifact)
      })
    },

    /** Only where all of the project count as no more than `most` then. Answers what the others count. */
    addWithin: (artifact: ExecArtifact, most: number): Promise<{ isAdded: boolean; used: number }> =>
      commits.decide(async (trx) => {
        const used = await countedIn(trx, artifact.projectId)
        const isAdded = used + countedBytes(artifact.bytes) <= most
        if (isAdded) await execArtifacts.insert(trx, artifact)
        return { isAdded, used }
      }),

    /** What those of a project count together. */
    counted: (projectId: string): Promise<number> => countedIn(db, projectId),

    /** Null: there is none in that project. */
    get: (projectId: string, id: string): Promise<ExecArtifact | null> =>
      db.first<ExecArtifact>(`select ${execArtifacts.columns} from exec_artifacts where id = ? and project_id = ?`, [
        id,
        projectId,
      ]),

    /** Newest first. */
    list({ projectId, after, limit }: ArtifactFilter): Promise<ExecArtifact[]> {
      const which = allOf(
        { text: 'project_id = ?', values: [projectId] },
        after ? { text: '(created_at, id) < (?, ?)', values: [after.createdAt, after.id] } : null,
      )
      return db.all<ExecArtifact>(
        `select ${execArtifacts.columns} from exec_artifacts where ${which.text} order by created_at desc, id desc limit ?`,
        [...which.values, limit],
      )
    },

    /** How many there were: one or none. */
    remove: (projectId: string, id: string): Promise<number> =>
      commits.write((trx) => trx.run('delete from exec_artifacts where id = ? and project_id = ?', [id, projectId])),

    /** Which of these there are. */
    known: (names: readonly string[]): Promise<ReadonlySet<string>> =>
      knownIds(names, (ids) => db.all(`select id as "id" from exec_artifacts where id in (${marks(ids)})`, ids)),

    /** Forgets some of those that were made before, the oldest first, and answers which. */
    forgetMadeBefore: (at: Instant, most: number): Promise<string[]> =>
      commits.write(async (trx) => {
        const rows = await trx.all<{ id: string }>(
          `delete from exec_artifacts where id in (select id from exec_artifacts where created_at < ? order by created_at limit ?)
           returning id as "id"`,
          [at, most],
        )
        return rows.map(({ id }) => id)
      }),
  }
}

/** 25 ms for 200,000, which is more than the usual limit lets a project have. */
async function countedIn(sql: Sql, projectId: string): Promise<number> {
  const row = await sql.first<{ counted: number | string | null }>(
    `select sum(case when bytes < ${leastCounted} then ${leastCounted} else bytes end) as "counted"
     from exec_artifacts where project_id = ?`,
    [projectId],
  )
  return Number(row?.counted ?? 0)
}
