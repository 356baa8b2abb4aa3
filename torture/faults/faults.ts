import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { writeSkill } from '../../packages/server/test/support/skills.ts'
import { act } from '../act.ts'
import type { World } from '../jobs.ts'
import { type Ledger, openLedger } from '../ledger.ts'
import { noRows } from '../rows.ts'
import type { Complaints } from '../story.ts'
import { openTally, type Tally } from '../tally.ts'
import { bring } from './bring.ts'
import { checkFaults, leftAfterFaults } from './check.ts'
import { openFaultyClient, type Trouble } from './client.ts'
import { finish } from './finish.ts'
import { memoryComplaints } from './memory.ts'
import { type FaultPlan, harmless, planOfFaults } from './plan.ts'
import { openReceivers, type Receivers } from './receivers.ts'
import type { Scene } from './scene.ts'
import { type FaultyServer, type Measured, spawnFaulty } from './server.ts'
import { faultSkills } from './skills.ts'

export interface FaultOptions {
  readonly seed: number
  readonly rounds: number
  readonly from?: number
  readonly folder: string
  /** The folder is a small disk of its own. */
  readonly hasDisk: boolean
  readonly stop?: AbortSignal
  readonly onRound?: (round: number, seconds: number, what: string) => void
}

/** A server that is to be harmed, and what it was like before. */
interface Serving {
  readonly server: FaultyServer
  readonly url: string
  first: Measured | null
}

/** What lasts over all rounds. */
interface Faults {
  readonly options: FaultOptions
  readonly data: string
  readonly env: Readonly<Record<string, string>>
  readonly ledger: Ledger
  readonly checked: Set<string>
  readonly receivers: Receivers
  readonly tally: Tally
}

/** One fault after the other on one server, which is killed only now and then: it has to live with what they leave. */
export async function tormentWithFaults(options: FaultOptions): Promise<Tally> {
  const { seed, rounds, from = 0, folder, hasDisk, stop, onRound } = options
  mkdirSync(join(folder, 'skills'), { recursive: true })
  for (const skill of faultSkills) writeSkill(join(folder, 'skills'), skill)
  await using receivers = await openReceivers()
  const faults = { ...partsOf(options), receivers }
  let serving = await serve(faults)
  try {
    for (let round = from; round < from + rounds && !stop?.aborted; round++) {
      const plan = planOfFaults(seed, round)
      if (plan.fault.kind === 'disk-full' && !hasDisk) continue
      const began = performance.now()
      serving = await playFault(faults, serving, plan).catch((cause) => {
        throw new Error(`Round ${round} of seed ${seed} (${JSON.stringify(plan.fault)}) went wrong.`, { cause })
      })
      onRound?.(round, (performance.now() - began) / 1000, plan.fault.kind)
    }
    return faults.tally
  } finally {
    await serving.server.kill()
  }
}

const partsOf = (options: FaultOptions): Omit<Faults, 'receivers'> => ({
  options,
  data: join(options.folder, 'data'),
  env: {
    SKILL_RUNNER_ENGINES: 'replay',
    SKILL_RUNNER_MAX_RUNNING_JOBS: '3',
    SKILL_RUNNER_RESTART_QUEUED: 'keep',
    SKILL_RUNNER_WEBHOOK_ALLOW: '127.0.0.1',
    SKILL_RUNNER_DISK_LOW_BYTES: '0',
  },
  ledger: openLedger(),
  checked: new Set(),
  tally: openTally(),
})

async function serve({ options, env }: Faults): Promise<Serving> {
  const server = spawnFaulty(options.folder, env)
  return { server, url: await server.url, first: null }
}

const lastWords = 6000

/** Load, a fault in the middle of it, perhaps a death; then everything ends, and is looked at. */
async function playFault(faults: Faults, serving: Serving, plan: FaultPlan): Promise<Serving> {
  let now = serving
  try {
    await loadAndHarm(faults, serving, plan)
    if (plan.dies) {
      await serving.server.kill()
      now = await serve(faults)
      faults.tally.add('killed after a fault')
    }
    failIf(await settle(faults, now, plan))
    const left = await leftAfterFaults({ data: faults.data, postgres: null })
    if (left.length === 0) return now
    if (harmless.includes(plan.fault.kind)) failIf(left)
    // What could not be removed when it was time is removed later: by a sweep, or by the next start.
    faults.tally.add('left until the next start', left.length)
    await now.server.kill()
    now = await serve(faults)
    failIf(await leftAfterFaults({ data: faults.data, postgres: null }))
    return now
  } catch (cause) {
    const said = now.server.output().slice(-lastWords)
    await now.server.kill()
    throw new Error(`The server said at last:\n${said}`, { cause })
  }
}

function failIf(complaints: Complaints): void {
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}

async function loadAndHarm(faults: Faults, { server, url }: Serving, plan: FaultPlan): Promise<void> {
  const { tally, data, ledger, options, receivers } = faults
  const trouble: Trouble = { isOn: true, met: 0 }
  const end = new AbortController()
  const ask = openFaultyClient(url, server, trouble, tally)
  const world: World = { ask, ledger, round: plan.round, saw: () => {}, end: end.signal }
  const scene: Scene = { server, url, world, data, hasDisk: options.hasDisk, seed: options.seed, trouble, receivers, tally }
  const stage = { world, waiting: [], modelOf: () => 'replay' }
  const acting = Promise.all(
    plan.actions.map((action, index) => act(stage, action, `job ${options.seed}-${plan.round}-${index}`)),
  )
  // Whoever fails is told of below.
  acting.catch(() => {})
  await wait(plan.afterMs)
  const struck = await inTime(bring(scene, plan.fault))
  if (struck === 0) throw new Error('the fault hit nothing')
  tally.add(`${plan.fault.kind}: rounds`)
  tally.add(`${plan.fault.kind}: times`, struck)
  if (!server.isAlive()) throw new Error('the server has ended')
  end.abort()
  if (plan.dies) await server.kill()
  await acting
}

const longestFaultMs = 90_000

/** What nobody answers must not keep the torture for ever. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = wait(longestFaultMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`the fault is not over after ${longestFaultMs / 1000} s`)
  })
  return Promise.race([work, late]).finally(() => {
    over.abort()
    late.catch(() => {})
  })
}

async function settle(faults: Faults, serving: Serving, plan: FaultPlan): Promise<Complaints> {
  const { ledger, tally, data, checked } = faults
  const { server, url } = serving
  const ask = openFaultyClient(url, server, { isOn: false, met: 0 }, tally)
  const world: World = { ask, ledger, round: plan.round, saw: () => {}, end: new AbortController().signal }
  const unfinished = await finish(world)
  if (unfinished.length > 0) return unfinished
  const restart = { queuedPolicy: 'keep', diesStartingAfterMs: null } as const
  const sources = { ask, where: { data, postgres: null }, ledger, before: noRows, restart }
  const fresh = [...ledger.jobs.values()].filter(({ id }) => !checked.has(id))
  const complaints = await checkFaults(sources, checked, plan)
  for (const { kind, ended } of fresh) tally.add(`${kind} jobs ${ended?.status} ${ended?.error?.code ?? ''}`.trimEnd())
  if (serving.first) return [...complaints, ...(await memoryComplaints(server, serving.first))]
  serving.first = await server.measure()
  return complaints
}
