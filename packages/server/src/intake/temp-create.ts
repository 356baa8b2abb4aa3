import type { Principal, Wish } from '../domain/job.ts'
import type { Once } from '../domain/once.ts'
import type { Decided } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { requireDisk } from '../runs/require-disk.ts'
import type { Told } from '../store/idempotency.ts'
import { requireDayLeft } from './budgets.ts'
import { notEnabled } from './choose-engine.ts'
import type { IntakeDeps } from './deps.ts'
import { enginesAsked } from './engines-asked.ts'
import { newJob, newRun } from './new-job.ts'
import { requireRepair, timeoutOf } from './plan-run.ts'
import { webhookOf } from './webhook.ts'

/** The placeholder for the id of a skill that was not uploaded yet. */
const notYet = 'temporary'

/** A job whose skill is uploaded later; it is queued then. Only what needs no skill is checked now. */
export async function createTempRun(deps: IntakeDeps, principal: Principal, wish: Wish, once: Once | null): Promise<Told> {
  const first = once && (await deps.store.idempotency.first(once, deps.clock.now()))
  if (first) return { answer: first, repeated: true }
  await requireDisk(deps)
  for (const engine of enginesAsked(wish) ?? []) requireEnabled(deps, engine)
  await requireDayLeft(deps, principal)
  requireRepair(deps, wish)
  const webhook = webhookOf(deps, wish)
  const beginning = { ...undecided(deps, wish), id: newId('run'), temporary: true, upload: null, awaitingUpload: true }
  const run = newRun(deps, principal, wish, beginning)
  const job = newJob(principal, run, wish)
  const told = await deps.store.queue.admit(job, run, deps.limits.maxAwaitingUpload, { once, webhook, tempRequest: wish })
  if (!told.repeated) deps.logger.info({ request_id: job.id, run_id: run.id }, 'job created; waiting for its skill package')
  return told
}

function requireEnabled({ engines }: IntakeDeps, engine: string): void {
  if (engines.enabled.includes(engine)) return
  throw new Fault('SKILL_ENGINE_UNSUPPORTED', { engine, effective_engines: engines.enabled, reason: notEnabled })
}

const undecided = (deps: IntakeDeps, wish: Wish): Decided => ({
  skillId: notYet,
  skillVersion: '0.0.0',
  skillDigest: '',
  // No engine is chosen yet.
  engine: enginesAsked(wish)?.[0] ?? 'script',
  model: null,
  engineVersion: null,
  engineConfig: {},
  fallbacks: [],
  warnings: [],
  timeoutSec: timeoutOf(deps, wish, deps.limits.timeoutSec),
})
