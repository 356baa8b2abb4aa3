import type { SessionName } from './exec-sessions.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Sql } from './sql.ts'

/** Which version of a skill the commands of a session use, where it is not the active one of the project. */
export function execActivationStore(db: Sql, commits: GroupCommit) {
  return {
    /** Null: none was chosen. */
    async chosen({ projectId, owner, alias }: SessionName, skill: string): Promise<string | null> {
      const row = await db.first<{ versionHash: string }>(
        `select version_hash as "versionHash" from exec_activations
         where skill = ? and session_id = (select id from exec_sessions where project_id = ? and owner = ? and alias = ?)`,
        [skill, projectId, owner, alias],
      )
      return row?.versionHash ?? null
    },

    /** Null: the active one again. */
    choose: (sessionId: string, skill: string, versionHash: string | null): Promise<void> =>
      commits.decide(async (trx) => {
        await trx.run('delete from exec_activations where session_id = ? and skill = ?', [sessionId, skill])
        if (versionHash === null) return
        await trx.run('insert into exec_activations (session_id, skill, version_hash) values (?, ?, ?)', [
          sessionId,
          skill,
          versionHash,
        ])
      }),
  }
}
