import type { Kysely, Selectable } from 'kysely'
import type { JobId, Trigger } from '../domain/run.ts'
import { bodyOf, type Delivery, eventOf, type Webhook, type WebhookEvent } from '../domain/webhook.ts'
import { newId } from '../lib/ids.ts'
import type { GroupCommit } from './group-commit.ts'
import type { DeliveriesTable, RunsTable, Tables } from './tables.ts'

/** What one try came to. */
export type Tried = Pick<Delivery, 'state' | 'lastStatus' | 'lastError' | 'lastTryAt' | 'nextTryAt' | 'deliveredAt'>

/** A receiver that answers so will say the same of the same message, and may take the next; all other failures may pass. */
const refusals = { from: 400, to: 499, passing: [408, 425, 429] } as const

/** Those that must wait, whatever their time. */
export interface Except {
  readonly ids: readonly string[]
  readonly hosts: readonly string[]
}

/** What has to be told, and to whom. Rows are written with the state changes that they tell of: here they are sent off. */
export function webhookStore(db: Kysely<Tables>, commits: GroupCommit) {
  return {
    async ofJob(job: JobId): Promise<Webhook | null> {
      const row = await db.selectFrom('webhooks').selectAll().where('jobId', '=', job).executeTakeFirst()
      return row ? { url: row.url, events: JSON.parse(row.events), secretRef: row.secretRef } : null
    },

    /** In the order in which they happened. */
    async deliveries(job: JobId): Promise<Delivery[]> {
      const rows = await db.selectFrom('deliveries').selectAll().where('jobId', '=', job).orderBy('no').execute()
      return rows.map(deliveryOf)
    },

    /** The one whose time comes first; null: there is none. What happened later to a job waits for what happened before, unless that was refused. */
    async nextDue({ ids, hosts }: Except): Promise<Delivery | null> {
      const row = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('state', '=', 'pending')
        .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
        .$if(hosts.length > 0, (query) => query.where('host', 'not in', hosts))
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('deliveries as earlier')
                .select('earlier.id')
                .whereRef('earlier.jobId', '=', 'deliveries.jobId')
                .whereRef('earlier.no', '<', 'deliveries.no')
                .where('earlier.state', '=', 'pending')
                .where((may) =>
                  may.or([
                    may('earlier.lastStatus', 'is', null),
                    may('earlier.lastStatus', '<', refusals.from),
                    may('earlier.lastStatus', '>', refusals.to),
                    may('earlier.lastStatus', 'in', refusals.passing),
                  ]),
                ),
            ),
          ),
        )
        .orderBy('nextTryAt')
        .orderBy('no')
        .limit(1)
        .executeTakeFirst()
      return row ? deliveryOf(row) : null
    },

    settle(id: string, tried: Tried): Promise<void> {
      return commits.write(async (trx) => {
        const settled = await trx
          .updateTable('deliveries')
          .set((e) => ({ ...tried, tries: e('tries', '+', 1) }))
          .where('id', '=', id)
          .returning(['jobId', 'no'])
          .executeTakeFirst()
        if (settled) await timeFollowers(trx, settled, holdsBack(tried) ? tried.nextTryAt : null)
      })
    },

    async pending(): Promise<number> {
      const { count } = await db
        .selectFrom('deliveries')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('state', '=', 'pending')
        .executeTakeFirstOrThrow()
      return count
    },

    /** Removes those that are done with and outlived their job. */
    sweep(): Promise<number> {
      return commits.write(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('deliveries')
          .where('state', '!=', 'pending')
          .where('jobId', 'not in', (e) => e.selectFrom('jobs').select('jobs.id'))
          .executeTakeFirst()
        return Number(numDeletedRows)
      })
    },
  }
}

const holdsBack = ({ state, lastStatus }: Tried): boolean => state === 'pending' && !isRefusal(lastStatus)

const isRefusal = (status: number | null): boolean =>
  status !== null && status >= refusals.from && status <= refusals.to && !refusals.passing.some((one) => one === status)

/**
 * What waits for a message has its time, and no earlier one: it would stand before all others whenever somebody asks which is next. Once
 * nothing is to be waited for it is due as it always was. One that was tried itself has a time of its own.
 */
async function timeFollowers(
  trx: Kysely<Tables>,
  { jobId, no }: Pick<Selectable<DeliveriesTable>, 'jobId' | 'no'>,
  until: string | null,
): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set((e) => ({ nextTryAt: until ?? e.ref('createdAt') }))
    .where('jobId', '=', jobId)
    .where('no', '>', no)
    .where('state', '=', 'pending')
    .where('tries', '=', 0)
    .execute()
}

/** In the transaction that makes the job. */
export async function keepWebhook(trx: Kysely<Tables>, jobId: JobId, webhook: Webhook | null): Promise<void> {
  if (!webhook) return
  const { url, events, secretRef } = webhook
  await trx
    .insertInto('webhooks')
    .values({ jobId, url, events: JSON.stringify(events), secretRef })
    .execute()
}

/** In the transaction of a state change: every job that the run answers and that wants to know gets its message. */
export async function tellOfMove(trx: Kysely<Tables>, run: Selectable<RunsTable>, trigger: Trigger, at: string): Promise<void> {
  const event = eventOf(trigger, run.state, run.attempt)
  if (!event) return
  const jobs = await trx
    .selectFrom('webhooks')
    .innerJoin('jobs', 'jobs.id', 'webhooks.jobId')
    .select('webhooks.jobId')
    .where('jobs.runId', '=', run.id)
    .orderBy('webhooks.jobId')
    .execute()
  for (const { jobId } of jobs) await tell(trx, jobId, run, event, at)
}

/** In the transaction that answers a job by an old run: that is all that happens to it. */
export async function tellOfAnswer(trx: Kysely<Tables>, job: JobId, runId: string, at: string): Promise<void> {
  const run = await trx.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
  await tell(trx, job, run, 'job.succeeded', at)
}

async function tell(
  trx: Kysely<Tables>,
  jobId: JobId,
  run: Selectable<RunsTable>,
  event: WebhookEvent,
  at: string,
): Promise<void> {
  const hook = await trx
    .selectFrom('webhooks')
    .innerJoin('jobs', 'jobs.id', 'webhooks.jobId')
    .selectAll('webhooks')
    .select((e) => e('jobs.tempRequest', 'is not', null).as('temporary'))
    .where('webhooks.jobId', '=', jobId)
    .executeTakeFirst()
  const wanted: readonly WebhookEvent[] = JSON.parse(hook?.events ?? '[]')
  if (!hook || !wanted.includes(event)) return
  const { last } = await trx
    .selectFrom('deliveries')
    .select((e) => e.fn.max('no').as('last'))
    .executeTakeFirstOrThrow()
  const body = bodyOf({
    event,
    at,
    job: jobId,
    run: run.id,
    skill: run.skillId,
    state: run.state,
    errorCode: run.error === null ? null : JSON.parse(run.error).code,
    pendingInteraction: run.pendingInteraction,
    temporary: Boolean(hook.temporary),
  })
  await trx
    .insertInto('deliveries')
    .values({
      ...{ id: newId('msg'), no: (last ?? 0) + 1, jobId, runId: run.id, event, body },
      ...{ url: hook.url, host: new URL(hook.url).host, secretRef: hook.secretRef },
      ...{ state: 'pending', tries: 0, lastStatus: null, lastError: null },
      ...{ createdAt: at, lastTryAt: null, nextTryAt: at, deliveredAt: null },
    })
    .execute()
}

/** With their jobs go the webhooks, and what was told of them; what is still to be told stays until it is. */
export async function forgetWebhooks(trx: Kysely<Tables>, jobs: readonly JobId[]): Promise<void> {
  await trx.deleteFrom('webhooks').where('jobId', 'in', jobs).execute()
  await trx.deleteFrom('deliveries').where('jobId', 'in', jobs).where('state', '!=', 'pending').execute()
}

function deliveryOf({ no: _no, jobId, runId: _run, ...row }: Selectable<DeliveriesTable>): Delivery {
  return { ...row, job: jobId }
}
