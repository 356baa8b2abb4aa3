import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../packages/server/test/support/until.ts'
import { complaintsAbout } from './check.ts'
import { gather, lookAround, type Sources } from './gather.ts'
import { hasEnded, type Ledger } from './ledger.ts'
import { leftComplaints } from './left.ts'
import { busyRuns, type Rows, type RunRow, readRows, type Where } from './rows.ts'
import type { Complaints, Story } from './story.ts'

/** Jobs that have ended and were found right, with all that was told of them then. */
export type Settled = Map<string, string>

/** Everything that must be true after a restart. */
export async function checkAll(sources: Sources, settled: Settled, shares: readonly number[]): Promise<Complaints> {
  const { where, ledger, before } = sources
  await untilQuiet(where, ledger)
  const rows = await readRows(where)
  return [
    ...missingComplaints(rows, ledger),
    ...changedComplaints(before, rows),
    ...(await storyComplaints(sources, settled)),
    ...(await sampleComplaints(sources, settled, shares)),
    ...(await leftOver(where)),
  ]
}

/** Right after a start nothing runs but what the policy keeps, and what decides for itself. */
export function startComplaints(before: Rows, now: Rows, queuedPolicy: Story['restart']['queuedPolicy']): Complaints {
  const mayRun = (run: RunRow | undefined) =>
    (run?.state === 'queued' && queuedPolicy === 'keep') ||
    (run?.state === 'waiting_user' && typeof before.interactions.get(run.id)?.at(-1)?.expires_at === 'string')
  return [...now.runs.values()]
    .filter(({ id, state, awaiting_upload }) => isBusy(state, awaiting_upload) && !mayRun(before.runs.get(id)))
    .map(({ id, state }) => `right after the start run ${id} is ${state}, and was ${before.runs.get(id)?.state ?? 'not there'}`)
}

const isBusy = (state: string, awaitingUpload: number): boolean =>
  state === 'running' || (state === 'queued' && awaitingUpload === 0)

/** Runs that decide for themselves go on when they like; all others come to rest. */
export async function untilQuiet(where: Where, ledger: Ledger): Promise<true> {
  const { jobs } = await readRows(where)
  const own = new Set([...ledger.jobs.values()].filter(({ isAuto }) => isAuto).map(({ id }) => jobs.get(id)))
  return until('no run is under way', async () => (await busyRuns(where)).every((run) => own.has(run)))
}

/** Every job that was accepted is there, and no other. */
export function missingComplaints({ jobs }: Pick<Rows, 'jobs'>, ledger: Pick<Ledger, 'jobs'>): Complaints {
  return [
    ...[...ledger.jobs.keys()].filter((id) => !jobs.has(id)).map((id) => `job ${id} was accepted and is gone`),
    ...[...jobs.keys()].filter((id) => !ledger.jobs.has(id)).map((id) => `nobody asked for job ${id}`),
  ]
}

/** What had ended is as it was, to the last column. */
export function changedComplaints(before: Pick<Rows, 'runs'>, now: Pick<Rows, 'runs'>): Complaints {
  return [...before.runs.values()]
    .filter((run) => hasEnded(run.state) && JSON.stringify(now.runs.get(run.id)) !== JSON.stringify(run))
    .map((run) => `run ${run.id} had ${run.state}, and its record changed`)
}

async function storyComplaints(sources: Sources, settled: Settled): Promise<Complaints> {
  const complaints: string[] = []
  for (const known of sources.ledger.jobs.values()) {
    if (settled.has(known.id)) continue
    const story = await gather(sources, known)
    complaints.push(...complaintsAbout(story))
    if (hasEnded(story.job.status)) settled.set(known.id, textOf(story))
  }
  return complaints
}

/** Some of those that were found right before are told word for word as they were then. */
async function sampleComplaints(sources: Sources, settled: Settled, shares: readonly number[]): Promise<Complaints> {
  const ids = [...settled.keys()]
  const chosen = new Set(shares.slice(0, 4).flatMap((share) => ids[Math.floor(share * ids.length)] ?? []))
  const known = [...chosen].flatMap((id) => sources.ledger.jobs.get(id) ?? [])
  const stories = await Promise.all(known.map((one) => gather(sources, one)))
  return stories
    .filter((story) => settled.get(story.known.id) !== textOf(story))
    .map(({ known: { id } }) => `job ${id} had ended, and is told otherwise than before`)
}

const textOf = ({ job, rasp, fcmp, result, receipt, interactions, replyFiles }: Story): string =>
  JSON.stringify([job, rasp, fcmp, result, receipt, interactions, replyFiles])

/** What is being tidied may take a moment. */
export async function leftOver(where: Where): Promise<Complaints> {
  const deadline = performance.now() + 10_000
  for (;;) {
    const complaints = leftComplaints(lookAround(where.data), await readRows(where))
    if (complaints.length === 0 || performance.now() > deadline) return complaints
    await wait(20)
  }
}
