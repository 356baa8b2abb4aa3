import type { Interaction } from '../domain/conversation.ts'
import type { Answering, Asking, Instant, RunId } from '../domain/run.ts'
import { interactions } from './columns.ts'
import { endOfLine } from './places.ts'
import { interactionOf } from './rows.ts'
import { allOf, notIn, type Sql } from './sql.ts'
import type { InteractionsTable, RunsTable } from './tables.ts'

/** A question that nobody has answered, and since when the runner may. */
export interface Due {
  readonly run: RunId
  readonly interaction: number
  readonly expiresAt: Instant
}

/** What runs asked. Rows are written with the state changes that they belong to, so here they are only read. */
export function interactionStore(db: Sql) {
  const one = async (which: string, run: RunId, value: string | number): Promise<Interaction | null> => {
    const row = await db.first<InteractionsTable>(`${ofRun} and ${which}`, [run, value])
    return row && interactionOf(row)
  }
  return {
    get: (run: RunId, id: number): Promise<Interaction | null> => one('id = ?', run, id),

    /** The one that was answered under a key. */
    answeredAs: (run: RunId, key: string): Promise<Interaction | null> => one('answer_key = ?', run, key),

    /** Those with an answer, oldest first. */
    async answered(run: RunId): Promise<Interaction[]> {
      const rows = await db.all<InteractionsTable>(`${ofRun} and resolution is not null order by id`, [run])
      return rows.map(interactionOf)
    },

    /** The question that runs out first, but for those of some runs; null: none does. */
    async nextDue(except: readonly RunId[] = []): Promise<Due | null> {
      const which = allOf(unanswered, notIn('runs.id', except))
      const due = await db.first<Due>(
        `select interactions.run_id as "run", interactions.id as "interaction", interactions.expires_at as "expiresAt"
         from interactions join runs on runs.id = interactions.run_id and runs.pending_interaction = interactions.id
         where ${which.text} order by interactions.expires_at limit 1`,
        which.values,
      )
      return due && { ...due }
    },
  }
}

const ofRun = `select ${interactions.columns} from interactions where run_id = ?`

const unanswered = {
  text: "runs.state = 'waiting_user' and interactions.answered_at is null and interactions.expires_at is not null",
  values: [],
}

export const columnsOfQuestion = ({ interaction, session }: Asking) => ({
  pendingInteraction: interaction,
  interactionCount: interaction,
  sessionHandle: session,
})

/** With its answer a run goes to the end of the line. */
export async function columnsOfAnswer(trx: Sql, caller: string, { answer }: Answering) {
  const place = await endOfLine(trx, caller)
  return answer.resolution === 'auto_decide_timeout' ? { ...place, lastAutoDecisionAt: answer.at } : place
}

export async function askIn(
  trx: Sql,
  { id: runId, attempt }: RunsTable,
  { interaction, question, expiresAt }: Asking,
  at: Instant,
): Promise<void> {
  const open = { resolution: null, response: null, files: null, uploadId: null, answerKey: null, answeredAt: null }
  const asked = { runId, id: interaction, attempt, question: JSON.stringify(question), askedAt: at, expiresAt }
  await interactions.insert(trx, { ...asked, ...open })
}

export async function answerIn(trx: Sql, run: RunId, { interaction, answer }: Answering): Promise<void> {
  const { resolution, response, files, upload, at, key } = answer
  await trx.run(
    `update interactions set resolution = ?, response = ?, files = ?, upload_id = ?, answered_at = ?, answer_key = ?
     where run_id = ? and id = ?`,
    [resolution, JSON.stringify(response ?? null), JSON.stringify(files), upload, at, key, run, interaction],
  )
}
