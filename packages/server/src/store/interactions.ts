import type { Kysely, Selectable } from 'kysely'
import type { Interaction } from '../domain/conversation.ts'
import type { Answering, Asking, Instant, RunId } from '../domain/run.ts'
import { endOfLine } from './queue.ts'
import { interactionOf } from './rows.ts'
import type { RunsTable, Tables } from './tables.ts'

/** A question that nobody has answered, and since when the runner may. */
export interface Due {
  readonly run: RunId
  readonly interaction: number
  readonly expiresAt: Instant
}

/** What runs asked. Rows are written with the state changes that they belong to, so here they are only read. */
export function interactionStore(db: Kysely<Tables>) {
  const ofRun = (run: RunId) => db.selectFrom('interactions').selectAll().where('runId', '=', run)
  return {
    async get(run: RunId, id: number): Promise<Interaction | null> {
      const row = await ofRun(run).where('id', '=', id).executeTakeFirst()
      return row ? interactionOf(row) : null
    },

    /** The one that was answered under a key. */
    async answeredAs(run: RunId, key: string): Promise<Interaction | null> {
      const row = await ofRun(run).where('answerKey', '=', key).executeTakeFirst()
      return row ? interactionOf(row) : null
    },

    /** Those with an answer, oldest first. */
    async answered(run: RunId): Promise<Interaction[]> {
      const rows = await ofRun(run).where('resolution', 'is not', null).orderBy('id').execute()
      return rows.map(interactionOf)
    },

    /** The question that runs out first, but for those of some runs; null: none does. */
    async nextDue(except: readonly RunId[] = []): Promise<Due | null> {
      const row = await db
        .selectFrom('interactions')
        .innerJoin('runs', 'runs.id', 'interactions.runId')
        .select(['interactions.runId', 'interactions.id', 'interactions.expiresAt'])
        .where('runs.state', '=', 'waiting_user')
        .whereRef('runs.pendingInteraction', '=', 'interactions.id')
        .where('interactions.answeredAt', 'is', null)
        .where('interactions.expiresAt', 'is not', null)
        .$if(except.length > 0, (query) => query.where('runs.id', 'not in', except))
        .orderBy('interactions.expiresAt')
        .limit(1)
        .executeTakeFirst()
      return row?.expiresAt ? { run: row.runId, interaction: row.id, expiresAt: row.expiresAt } : null
    },
  }
}

export const columnsOfQuestion = ({ interaction, session }: Asking) => ({
  pendingInteraction: interaction,
  interactionCount: interaction,
  sessionHandle: session,
})

/** With its answer a run goes to the end of the line. */
export async function columnsOfAnswer(trx: Kysely<Tables>, { answer }: Answering) {
  const queueNo = await endOfLine(trx)
  return answer.resolution === 'auto_decide_timeout' ? { queueNo, lastAutoDecisionAt: answer.at } : { queueNo }
}

export async function askIn(
  trx: Kysely<Tables>,
  { id: runId, attempt }: Selectable<RunsTable>,
  { interaction, question, expiresAt }: Asking,
  at: Instant,
): Promise<void> {
  const open = { resolution: null, response: null, files: null, answerKey: null, answeredAt: null }
  await trx
    .insertInto('interactions')
    .values({ runId, id: interaction, attempt, question: JSON.stringify(question), askedAt: at, expiresAt, ...open })
    .execute()
}

export async function answerIn(trx: Kysely<Tables>, run: RunId, { interaction, answer }: Answering): Promise<void> {
  const { resolution, response, files, at, key } = answer
  await trx
    .updateTable('interactions')
    .set({
      resolution,
      response: JSON.stringify(response ?? null),
      files: JSON.stringify(files),
      answeredAt: at,
      answerKey: key,
    })
    .where('runId', '=', run)
    .where('id', '=', interaction)
    .execute()
}
