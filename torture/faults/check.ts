import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { leftOver, missingComplaints } from '../check-all.ts'
import { dataComplaints, seenComplaints } from '../check-end.ts'
import { eventComplaints } from '../check-events.ts'
import { replyComplaints } from '../check-replies.ts'
import { turnComplaints } from '../check-turns.ts'
import { gather, type Sources } from '../gather.ts'
import { hasEnded } from '../ledger.ts'
import { readRows, type Where } from '../rows.ts'
import type { Complaints, Story } from '../story.ts'
import { type FaultPlan, harmless } from './plan.ts'

/** What a run may say of a fault that it met. */
const faulty = ['WORKSPACE_FAILED', 'ENGINE_FAILED', 'SCRIPT_FAILED', 'RESOURCE_LIMIT', 'SERVER_BUSY']

/** Everything that must be true when all jobs have ended, whatever happened before. */
export async function checkFaults(sources: Sources, checked: Set<string>, plan: FaultPlan): Promise<Complaints> {
  const { where, ledger } = sources
  const complaints: string[] = [...missingComplaints(await readRows(where), ledger)]
  for (const known of ledger.jobs.values()) {
    if (checked.has(known.id)) continue
    checked.add(known.id)
    const story = await gather(sources, known)
    const about = [eventComplaints, turnComplaints, replyComplaints, seenComplaints].flatMap((check) => check(story))
    const all = [...about, ...causeComplaints(story, plan), ...fileComplaints(where.data, story)]
    complaints.push(...all.map((complaint) => `${known.kind} job ${known.id} (run ${story.run.id}): ${complaint}`))
  }
  return complaints
}

/** What nobody owns, and what is there only for a moment. */
export const leftAfterFaults = async (where: Where): Promise<Complaints> => [
  ...(await leftOver(where)),
  ...tidyComplaints(where.data),
]

function causeComplaints(story: Story, plan: FaultPlan): Complaints {
  const { known, job, result } = story
  const code = job.error?.code ?? ''
  if (!hasEnded(job.status)) return [`it is ${job.status}`]
  if (result?.status !== job.status) return [`it is ${job.status}, and its result is ${result?.status ?? 'not there'}`]
  if (job.status === 'succeeded') return dataComplaints(story)
  if (job.status === 'canceled')
    return known.cancel !== 'none' && code === 'CANCELED_BY_USER' ? [] : [`it was canceled with ${code}`]
  const may = [...(plan.dies ? ['ORCHESTRATOR_RESTART_INTERRUPTED'] : []), ...(harmless.includes(plan.fault.kind) ? [] : faulty)]
  return may.includes(code) ? [] : [`it failed without a cause: ${JSON.stringify(job.error)}`]
}

/** What is told is what lies on the disk, and nothing else does. */
function fileComplaints(data: string, { run, rasp, fcmp }: Story): Complaints {
  const audit = join(data, 'runs', run.id, '.audit')
  const kept = (name: RegExp) =>
    readdirSync(audit)
      .filter((file) => name.test(file))
      .toSorted((a, b) => numberIn(a) - numberIn(b))
      .flatMap((file) => readFileSync(join(audit, file), 'utf8').trimEnd().split('\n'))
      .filter(Boolean)
  const wrong = (name: RegExp, told: readonly object[]) =>
    JSON.stringify(kept(name).map((line) => JSON.parse(line))) !== JSON.stringify(told)
  return [
    ...(wrong(/^events\.\d+\.jsonl$/, rasp) ? ['its file of events is not what is told'] : []),
    ...(wrong(/^fcmp_events\.\d+\.jsonl$/, fcmp) ? ['its file of shown events is not what is told'] : []),
  ]
}

const numberIn = (file: string): number => Number(/\d+/.exec(file)?.[0])

/** Where things lie only for a moment. */
const passing = ['staging', 'asks']

const tidyComplaints = (data: string): Complaints =>
  passing
    .filter((folder) => existsSync(join(data, folder)))
    .flatMap((folder) => readdirSync(join(data, folder)).map((name) => `${folder}/${name} is left`))
