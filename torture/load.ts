import { setTimeout as wait } from 'node:timers/promises'
import { nodeIn } from '../packages/server/test/support/records.ts'
import { act } from './act.ts'
import type { Ask } from './client.ts'
import type { ModelOf, World } from './jobs.ts'
import type { KnownJob, Ledger } from './ledger.ts'
import { openMoments } from './moments.ts'
import type { RoundPlan } from './plan.ts'
import { killMarked, markedProcesses } from './processes.ts'
import type { Where } from './rows.ts'
import type { Server } from './server.ts'
import type { Tally } from './tally.ts'

const graceMs = 50

export interface Scene {
  readonly where: Where
  readonly ask: Ask
  readonly server: Server
  readonly ledger: Ledger
  /** Jobs that may be answered or canceled, from earlier rounds. */
  readonly waiting: readonly KnownJob[]
  readonly modelOf: ModelOf
  readonly tally: Tally
  /** Makes keys of this torture differ from those of others. */
  readonly seed: number
}

/** Clients act, processes are killed, and in the middle of it the server is. Tells what it died of. */
export async function load(scene: Scene, plan: RoundPlan): Promise<string> {
  const { server, ask, ledger } = scene
  const end = new AbortController()
  await using moments = openMoments(scene.where, plan.death)
  const world: World = { ask, ledger, round: plan.round, saw: moments.saw, end: end.signal }
  const acting = plan.actions.map((action, index) => act({ ...scene, world }, action, `job ${scene.seed}-${plan.round}-${index}`))
  const restarting = restartPostgres(scene, plan, end.signal)
  const killing = Promise.all(plan.engineKills.map((kill) => killEngine(scene, kill, end.signal)))
  const all = Promise.all(acting)
  try {
    // What everybody has done and nothing came of will not come any more.
    const done = all.then(() => wait(graceMs, 'the end of all there was to do'))
    return await Promise.race([moments.reached, done, killing.then(() => done)])
  } finally {
    const dying = server.kill()
    end.abort()
    await dying
    await Promise.all([all, killing, restarting])
  }
}

/** Once it has begun nobody waits for the server to be dead: Postgres has to be back for the next one. */
async function restartPostgres({ where, ledger, tally }: Scene, plan: RoundPlan, end: AbortSignal): Promise<void> {
  if (!where.postgres) return
  await wait(plan.postgresRestartAfterMs, undefined, { signal: end }).catch(() => {})
  if (end.aborted) return
  const began = performance.now()
  await where.postgres.restart()
  ledger.outagesMs.push(performance.now() - began)
  tally.add('restarts of Postgres')
}

/** Ends one process of some attempt, as soon as there is one. */
async function killEngine(
  { where, ledger }: Scene,
  { afterMs, share }: RoundPlan['engineKills'][number],
  end: AbortSignal,
): Promise<void> {
  const node = nodeIn(where.data)
  await wait(afterMs, undefined, { signal: end }).catch(() => {})
  while (!end.aborted) {
    const found = markedProcesses(node)
    const chosen = found[Math.floor(share * found.length)]
    if (chosen && killMarked(chosen, node)) {
      const attempts = ledger.killed.get(chosen.run) ?? new Set()
      ledger.killed.set(chosen.run, attempts.add(chosen.attempt))
      return
    }
    await wait(20)
  }
}
