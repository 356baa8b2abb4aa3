import type { JobId, Trigger } from '../domain/run.ts'
import { bodyOf, type Delivery, eventOf, type Webhook, type WebhookEvent } from '../domain/webhook.ts'
import { newId } from '../lib/ids.ts'
import { deliveries, runs, webhooks } from './columns.ts'
import type { GroupCommit } from './group-commit.ts'
import { allOf, given, marks, notIn, type Sql } from './sql.ts'
import type { DeliveriesTable, RunsTable, WebhooksTable } from './tables.ts'

/** What one try came to. */
export type Tried = Pick<Delivery, 'state' | 'lastStatus' | 'lastError' | 'lastTryAt' | 'nextTryAt' | 'deliveredAt'>

/** A receiver that answers so will say the same of the same message, and may take the next; all other failures may pass. */
const refusals = { from: 400, to: 499, passing: [408, 425, 429] } as const

/** Those that must wait, whatever their time. */
export interface Except {
  readonly ids: readonly string[]
  readonly hosts: readonly string[]
}

export interface DeliveryFilter {
  readonly state?: Delivery['state']
  /** Only of jobs of this project that are still there. */
  readonly projectId?: string
  /** Only those before this number. */
  readonly before?: number
  readonly limit: number
}

/** What has to be told, and to whom. Rows are written with the state changes that they tell of: here they are sent off. */
export function webhookStore(db: Sql, commits: GroupCommit) {
  return {
    async ofJob(job: JobId): Promise<Webhook | null> {
      const row = await db.first<WebhooksTable>(`select ${webhooks.columns} from webhooks where job_id = ?`, [job])
      return row ? { url: row.url, events: JSON.parse(row.events), secretRef: row.secretRef } : null
    },

    /** In the order in which they happened. */
    async deliveries(job: JobId): Promise<Delivery[]> {
      const rows = await db.all<DeliveriesTable>(`select ${deliveries.columns} from deliveries where job_id = ? order by no`, [
        job,
      ])
      return rows.map(deliveryOf)
    },

    /** Of all jobs, the newest first; `before` leads on to older ones. */
    async list({ state, projectId, before, limit }: DeliveryFilter): Promise<{ deliveries: Delivery[]; next: number | null }> {
      const which = allOf(
        given('state = ?', state),
        given('exists (select 1 from jobs where jobs.id = deliveries.job_id and jobs.project_id = ?)', projectId),
        given('no < ?', before ?? Number.MAX_SAFE_INTEGER),
      )
      const text = `select ${deliveries.columns} from deliveries where ${which.text} order by no desc limit ?`
      const rows = await db.all<DeliveriesTable>(text, [...which.values, limit + 1])
      const page = rows.slice(0, limit)
      return { deliveries: page.map(deliveryOf), next: rows.length > limit ? (page.at(-1)?.no ?? null) : null }
    },

    /** The one whose time comes first; null: there is none. What happened later to a job waits for what happened before, unless that was refused. */
    async nextDue({ ids, hosts }: Except): Promise<Delivery | null> {
      const which = allOf(
        { text: "deliveries.state = 'pending'", values: [] },
        notIn('deliveries.id', ids),
        notIn('deliveries.host', hosts),
        nothingEarlier,
      )
      const row = await db.first<DeliveriesTable>(
        `select ${deliveries.columns} from deliveries where ${which.text} order by next_try_at, no limit 1`,
        which.values,
      )
      return row && deliveryOf(row)
    },

    /**
     * What a try of a message came to that was tried so often before. False: it is done with, or somebody else has tried it meanwhile.
     * Once it was taken it is, whatever another one met.
     */
    settle({ id, tries }: Pick<Delivery, 'id' | 'tries'>, tried: Tried): Promise<boolean> {
      return commits.write(async (trx) => {
        const { state, lastStatus, lastError, lastTryAt, nextTryAt, deliveredAt } = tried
        const changes = deliveries.set({ state, lastStatus, lastError, lastTryAt, nextTryAt, deliveredAt })
        const which = allOf(
          { text: "id = ? and state = 'pending'", values: [id] },
          given('tries = ?', state === 'delivered' ? undefined : tries),
        )
        const settled = await trx.first<Pick<DeliveriesTable, 'jobId' | 'no'>>(
          `update deliveries set ${changes.text}, tries = tries + 1 where ${which.text} returning job_id as "jobId", no as "no"`,
          [...changes.values, ...which.values],
        )
        if (settled) await timeFollowers(trx, settled, holdsBack(tried) ? tried.nextTryAt : null)
        return settled !== null
      })
    },

    async pending(): Promise<number> {
      const row = await db.first<{ count: number }>(`select count(*) as "count" from deliveries where state = 'pending'`)
      return row?.count ?? 0
    },

    /** Removes those that are done with and outlived their job. */
    sweep: (): Promise<number> =>
      commits.write((trx) => trx.run("delete from deliveries where state != 'pending' and job_id not in (select id from jobs)")),
  }
}

/** Nothing that happened before to the same job is still to be told; what was refused does not count. */
const nothingEarlier = {
  text: `not exists (select 1 from deliveries as earlier where earlier.job_id = deliveries.job_id and earlier.no < deliveries.no
    and earlier.state = 'pending' and (earlier.last_status is null or earlier.last_status < ? or earlier.last_status > ?
    or earlier.last_status in (${marks(refusals.passing)})))`,
  values: [refusals.from, refusals.to, ...refusals.passing],
}

const holdsBack = ({ state, lastStatus }: Tried): boolean => state === 'pending' && !isRefusal(lastStatus)

const isRefusal = (status: number | null): boolean =>
  status !== null && status >= refusals.from && status <= refusals.to && !refusals.passing.some((one) => one === status)

/**
 * What waits for a message has its time, and no earlier one: it would stand before all others whenever somebody asks which is next. Once
 * nothing is to be waited for it is due as it always was. One that was tried itself has a time of its own.
 */
async function timeFollowers(
  trx: Sql,
  { jobId, no }: Pick<DeliveriesTable, 'jobId' | 'no'>,
  until: string | null,
): Promise<void> {
  await trx.run(
    `update deliveries set next_try_at = coalesce(?, created_at)
     where job_id = ? and no > ? and state = 'pending' and tries = 0`,
    [until, jobId, no],
  )
}

/** In the transaction that makes the job. */
export async function keepWebhook(trx: Sql, jobId: JobId, webhook: Webhook | null): Promise<void> {
  if (!webhook) return
  const { url, events, secretRef } = webhook
  await webhooks.insert(trx, { jobId, url, events: JSON.stringify(events), secretRef })
}

/** In the transaction of a state change: every job that the run answers and that wants to know gets its message. */
export async function tellOfMove(trx: Sql, run: RunsTable, trigger: Trigger, at: string): Promise<void> {
  const event = eventOf(trigger, run.state, run.attempt)
  if (!event) return
  const jobs = await trx.all<{ jobId: JobId }>(
    `select webhooks.job_id as "jobId" from webhooks join jobs on jobs.id = webhooks.job_id
     where jobs.run_id = ? order by webhooks.job_id`,
    [run.id],
  )
  for (const { jobId } of jobs) await tell(trx, jobId, run, event, at)
}

/** In the transaction that answers a job by an old run: that is all that happens to it. */
export async function tellOfAnswer(trx: Sql, job: JobId, runId: string, at: string): Promise<void> {
  const run = await trx.first<RunsTable>(`select ${runs.columns} from runs where id = ?`, [runId])
  if (!run) throw new Error(`There is no run ${runId}`)
  await tell(trx, job, run, 'job.succeeded', at)
}

async function tell(trx: Sql, jobId: JobId, run: RunsTable, event: WebhookEvent, at: string): Promise<void> {
  const hook = await trx.first<WebhooksTable & { temporary: number }>(
    `select ${webhooks.columns}, case when jobs.temp_request is null then 0 else 1 end as "temporary"
     from webhooks join jobs on jobs.id = webhooks.job_id where webhooks.job_id = ?`,
    [jobId],
  )
  const wanted: readonly WebhookEvent[] = JSON.parse(hook?.events ?? '[]')
  if (!hook || !wanted.includes(event)) return
  const last = await trx.first<{ no: number | null }>('select max(no) as "no" from deliveries')
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
  await deliveries.insert(trx, {
    ...{ id: newId('msg'), no: (last?.no ?? 0) + 1, jobId, runId: run.id, event, body },
    ...{ url: hook.url, host: new URL(hook.url).host, secretRef: hook.secretRef },
    ...{ state: 'pending', tries: 0, lastStatus: null, lastError: null },
    ...{ createdAt: at, lastTryAt: null, nextTryAt: at, deliveredAt: null },
  })
}

/** With their jobs go the webhooks, and what was told of them; what is still to be told stays until it is. */
export async function forgetWebhooks(trx: Sql, jobs: readonly JobId[]): Promise<void> {
  await trx.run(`delete from webhooks where job_id in (${marks(jobs)})`, jobs)
  await trx.run(`delete from deliveries where job_id in (${marks(jobs)}) and state != 'pending'`, jobs)
}

function deliveryOf({ no: _no, jobId, runId: _run, ...row }: DeliveriesTable): Delivery {
  return { ...row, job: jobId }
}
