import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { PendingView } from '@agent-skill-runner/contract/conversation.ts'
import type { FcmpEvent } from '@agent-skill-runner/contract/fcmp.ts'
import type { Job, JobResult } from '@agent-skill-runner/contract/job.ts'
import type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import type { Receipt, ReceiptKeyList } from '@agent-skill-runner/contract/receipt.ts'
import { sha256 } from '../packages/server/src/lib/hash.ts'
import { readReceipt } from '../packages/server/src/receipts/read-statement.ts'
import { signatureBy, trustedKey } from '../packages/server/src/receipts/trust.ts'
import { nodeIn } from '../packages/server/test/support/records.ts'
import { until } from '../packages/server/test/support/until.ts'
import { type Ask, must } from './client.ts'
import { hasEnded, type KnownJob, type Ledger } from './ledger.ts'
import type { Found } from './left.ts'
import { markedProcesses } from './processes.ts'
import { type InteractionRow, type Rows, readRun, type Where } from './rows.ts'
import type { Story } from './story.ts'

/** Where stories come from. */
export interface Sources {
  readonly ask: Ask
  readonly where: Where
  readonly ledger: Ledger
  /** The tables as the dead server left them. */
  readonly before: Rows
  readonly restart: Story['restart']
}

/** The story of a job, by the door and by the tables. A run that goes on by itself is looked at again until it held still for a look. */
export const gather = ({ ask, where, ledger, before, restart }: Sources, known: KnownJob): Promise<Story> =>
  until(`${known.id} holds still for a look`, async () => {
    const job = await must(ask<Job>('GET', `/v1/jobs/${known.id}`))
    const kept = await readRun(where, job.run_id)
    if (!kept) throw new Error(`there is no run ${job.run_id} for job ${known.id}`)
    const { run, interactions } = kept
    const ofBefore = before.runs.get(run.id)
    const story: Story = {
      known,
      before: ofBefore ? { run: ofBefore, interactions: before.interactions.get(run.id) ?? [] } : null,
      killed: ledger.killed.get(run.id) ?? new Set(),
      outageMs: Math.max(0, ...ledger.outagesMs),
      restart,
      job,
      run,
      interactions,
      rasp: await history<RaspEvent>(ask, known.id, 'rasp'),
      fcmp: await history<FcmpEvent>(ask, known.id, 'fcmp'),
      result: hasEnded(job.status) ? await resultOf(ask, known.id) : null,
      receipt: hasEnded(job.status) ? await receiptOf(ask, where, job) : null,
      pending: await pendingOf(ask, job),
      replyFiles: {
        ...replyFilesOf(join(where.data, 'runs', run.id, 'replies')),
        ...untaken(where.data, known.id, interactions),
      },
    }
    return isDeepStrictEqual(await readRun(where, run.id), kept) && job.status === run.state && story
  })

const resultOf = async (ask: Ask, id: string): Promise<JobResult> =>
  (await must(ask<{ result: JobResult }>('GET', `/v1/jobs/${id}/result`))).result

/** A server that has none of a run that ended says so with an error, which ends the torture. */
async function receiptOf(ask: Ask, { data }: Where, { request_id: id, run_id }: Job): Promise<Story['receipt']> {
  const envelope = await must(ask<Receipt>('GET', `/v1/jobs/${id}/receipt`))
  const read = readReceipt(JSON.stringify(envelope))
  if (typeof read === 'string') throw new Error(`the receipt of ${id}: ${read}`)
  const { keys } = await must(ask<ReceiptKeyList>('GET', '/v1/receipt-keys'))
  const { predicate } = read.statement
  const files = [...predicate.records, ...predicate.attempts.flatMap(({ records }) => records)]
  return {
    run_id: predicate.run_id,
    state: predicate.outcome.state,
    error_code: predicate.outcome.error_code,
    isSigned:
      signatureBy(
        keys.map(({ public_key: pem }) => trustedKey(pem)),
        read.sealed,
      ) === 'valid',
    changed: files.filter(({ path, sha256 }) => digestOf(join(data, 'runs', run_id, path)) !== sha256).map(({ path }) => path),
  }
}

const digestOf = (file: string): string | null => (existsSync(file) ? sha256(readFileSync(file)) : null)

async function pendingOf(ask: Ask, { request_id: id, execution_mode: mode }: Job): Promise<Story['pending']> {
  return mode === 'interactive' ? (await must(ask<PendingView>('GET', `/v1/jobs/${id}/interaction/pending`))).pending : null
}

/** All events, by small pages, as a careful reader gets them. */
async function history<T>(ask: Ask, id: string, protocol: 'rasp' | 'fcmp'): Promise<T[]> {
  const events: T[] = []
  for (let from: number | null = 1; from !== null; ) {
    const path: string = `/v1/jobs/${id}/events/history?protocol=${protocol}&limit=20&from_seq=${from}`
    const page: { events: T[]; next_from_seq: number | null } = await must(ask('GET', path))
    events.push(...page.events)
    from = page.next_from_seq
  }
  return events
}

const replyFilesOf = (folder: string): Story['replyFiles'] =>
  Object.fromEntries(namesIn(folder).map((interaction) => [interaction, textsIn(join(folder, interaction))]))

/** Files of answers that the run has not taken yet: it does so when it goes on, or ends. */
const untaken = (data: string, job: string, interactions: readonly InteractionRow[]): Story['replyFiles'] =>
  Object.fromEntries(
    interactions.flatMap(({ id, upload_id }) => {
      const folder = join(data, 'requests', job, upload_id ?? '', 'uploads')
      return upload_id !== null && existsSync(folder) ? [[id, textsIn(folder)]] : []
    }),
  )

const textsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(namesIn(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export const lookAround = (data: string): Found => ({
  processes: markedProcesses(nodeIn(data)),
  homes: readdirSync(join(data, 'homes')),
  sessions: readdirSync(join(data, 'sessions')),
  requests: readdirSync(join(data, 'requests')),
})
