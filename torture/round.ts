import { setTimeout as wait } from 'node:timers/promises'
import { checkAll, type Settled, startComplaints, untilQuiet } from './check-all.ts'
import { openClient } from './client.ts'
import type { Engines } from './engines.ts'
import { answerToTheEnd, repeatLostJobs, repeatLostReplies } from './go-on.ts'
import type { World } from './jobs.ts'
import type { KnownJob, Ledger } from './ledger.ts'
import { load } from './load.ts'
import { photoComplaints, photograph } from './photo.ts'
import type { RoundPlan } from './plan.ts'
import { type Rows, readRows, type Where } from './rows.ts'
import { type Server, spawnServer } from './server.ts'
import type { Complaints } from './story.ts'
import type { Tally } from './tally.ts'

/** What lasts over all rounds. */
export interface Torture {
  readonly seed: number
  readonly folder: string
  readonly where: Where
  readonly ledger: Ledger
  readonly settled: Settled
  readonly tally: Tally
  readonly engines: Engines
}

const lastWords = 6000

/** With what the server said last, for whoever has to find out why. */
const failure = (complaints: Complaints, server: Server): Error =>
  new Error(`${complaints.join('\n')}\n\nThe server said at last:\n${server.output().slice(-lastWords)}`)

/** Start, check, perhaps start and check again, let waiting runs go on, then load and death. */
export async function playRound(torture: Torture, plan: RoundPlan, before: Rows): Promise<void> {
  await dieStarting(torture, plan)
  let server = spawnServer(torture.folder, envOf(torture, plan))
  const failing = (complaints: Complaints) => {
    if (complaints.length > 0) throw failure(complaints, server)
  }
  try {
    failing(await checkStart(torture, plan, server, before))
    if (plan.startsTwice) {
      const { second, complaints } = await startAgain(torture, plan, server, before)
      server = second
      failing(complaints)
    }
    const ask = openClient(await server.url, server)
    const calm: World = { ask, ledger: torture.ledger, round: plan.round, saw: () => {}, end: new AbortController().signal }
    const { complaints, waiting } = await goOn(torture, plan, calm)
    failing(complaints)
    torture.tally.add(`died at ${await load({ ...torture, ...torture.engines, ask, server, waiting }, plan)}`)
  } finally {
    await server.kill()
  }
}

const envOf = ({ engines, where }: Torture, { queuedPolicy, maxRunning }: RoundPlan): Record<string, string> => ({
  ...engines.env,
  ...where.postgres?.env,
  SKILL_RUNNER_RESTART_QUEUED: queuedPolicy,
  SKILL_RUNNER_MAX_RUNNING_JOBS: String(maxRunning),
})

/** A server that dies in the middle of its recovery, or right behind it. */
async function dieStarting(torture: Torture, plan: RoundPlan): Promise<void> {
  if (plan.diesStartingAfterMs === null) return
  const server = spawnServer(torture.folder, envOf(torture, plan))
  await wait(plan.diesStartingAfterMs)
  await server.kill()
  torture.tally.add('died while starting')
}

async function checkStart(torture: Torture, plan: RoundPlan, server: Server, before: Rows): Promise<Complaints> {
  const { where, ledger, settled, tally } = torture
  const ask = openClient(await server.url, server)
  const early = startComplaints(before, await readRows(where), plan.queuedPolicy)
  tally.add('starts')
  await torture.engines.untilLookedAt(ask)
  for (const { state } of before.runs.values())
    if (['queued', 'running', 'waiting_user'].includes(state)) tally.add(`found ${state}`)
  await repeatLostJobs({ ask, ledger, round: plan.round, saw: () => {}, end: new AbortController().signal })
  return [...early, ...(await checkAll({ ask, where, ledger, before, restart: plan }, settled, plan.shares))]
}

/** Once more: nothing may change. */
async function startAgain(
  torture: Torture,
  plan: RoundPlan,
  first: Server,
  before: Rows,
): Promise<{ second: Server; complaints: Complaints }> {
  const { where, tally } = torture
  const leftOut = movingByThemselves(torture, before, await readRows(where))
  const photo = await photograph(where, leftOut)
  await first.kill()
  const second = spawnServer(torture.folder, envOf(torture, plan))
  await second.url
  tally.add('second starts')
  return { second, complaints: photoComplaints(photo, await photograph(where, leftOut)) }
}

/** Ids of runs that decide for themselves, and of those that asked only after the first start: this is the first restart that they see. */
function movingByThemselves({ ledger }: Torture, before: Rows, now: Rows): ReadonlySet<string> {
  const deciding = [...ledger.jobs.values()].flatMap(({ id, isAuto }) => (isAuto ? [id, now.jobs.get(id) ?? id] : []))
  const asked = [...now.runs.values()].filter(
    ({ id, state }) => state === 'waiting_user' && before.runs.get(id)?.state !== 'waiting_user',
  )
  return new Set([...deciding, ...asked.map(({ id }) => id)])
}

const mostAnswered = 4

/** Half of those that wait are answered to their end; the others stay for later rounds. */
async function goOn(torture: Torture, plan: RoundPlan, world: World): Promise<{ complaints: Complaints; waiting: KnownJob[] }> {
  const { where, ledger, tally, engines } = torture
  await repeatLostReplies(world)
  await untilQuiet(where, ledger)
  const waiting = waitingJobs(await readRows(where), ledger)
  const chosen = waiting.filter((_, index) => (plan.shares[index % plan.shares.length] ?? 0) < 0.5).slice(0, mostAnswered)
  const complaints = (await Promise.all(chosen.map((known) => answerToTheEnd(world, known)))).flat()
  const unheard = chosen.flatMap((known) => engines.problemOf(known) ?? [])
  tally.add('waiting runs that went on', chosen.length)
  for (const { round, engine } of chosen) {
    tally.add(`went on with ${engine}`)
    if (plan.round - round >= 3) tally.add('went on after three restarts or more')
  }
  return { complaints: [...complaints, ...unheard], waiting: waiting.filter((known) => !chosen.includes(known)) }
}

function waitingJobs({ runs, jobs }: Rows, ledger: Ledger): KnownJob[] {
  return [...ledger.jobs.values()].filter(({ id, isAuto }) => {
    const run = runs.get(jobs.get(id) ?? '')
    return !isAuto && (run?.state === 'waiting_user' || (run?.state === 'queued' && run.awaiting_upload === 1))
  })
}
