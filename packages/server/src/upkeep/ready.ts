import { access, constants } from 'node:fs/promises'
import type { Readiness } from '@agent-skill-runner/contract/health.ts'
import { codeOf } from '../lib/thrown.ts'
import type { UpkeepDeps } from './deps.ts'

/** Whether work can be taken, with the reason for every part that says no. */
export async function readiness(deps: UpkeepDeps, version: string, stopping: boolean): Promise<Readiness> {
  const counts = await deps.store.runs.counts().catch(() => null)
  const { maxRunning, maxQueue, sandboxMode } = deps.limits
  const { status, reason } = deps.sandbox
  const queued = counts?.queued ?? 0
  const running = counts?.running ?? 0
  const checks = {
    store: check(counts !== null, 'The database answers.', 'The database does not answer.'),
    queue: stopping
      ? { ok: false, message: 'The server is stopping.' }
      : check(queued < maxQueue, `${queued} of ${maxQueue} places are used.`, 'The queue is full.'),
    disk: await diskCheck(deps),
    sandbox: check(
      status === 'bubblewrap' || sandboxMode !== 'required',
      `Sandbox: ${status}.`,
      reason ?? 'The sandbox is required and does not work.',
    ),
    skills: skillCheck(deps),
  }
  return {
    ready: Object.values(checks).every(({ ok }) => ok),
    version,
    checks,
    sandbox_status: status,
    sandbox_reason: reason,
    queued,
    running,
    max_running: maxRunning,
    max_queue: maxQueue,
  }
}

const check = (ok: boolean, yes: string, no: string) => ({ ok, message: ok ? yes : no })

async function diskCheck({ freeBytes, layout, limits }: UpkeepDeps) {
  for (const [name, folder] of [
    ['The data folder', layout.data],
    ['The folder runs of the data folder', layout.runs],
  ] as const) {
    // With the slash only a folder will do.
    const refusal = await access(`${folder}/`, constants.W_OK | constants.X_OK).then(() => null, codeOf)
    if (refusal !== null) return { ok: false, message: `${name} cannot be written to (${refusal}).` }
  }
  const free = await freeBytes()
  return check(
    free >= limits.diskLowBytes,
    `${Math.floor(free / 2 ** 20)} MiB free.`,
    `Only ${Math.floor(free / 2 ** 20)} MiB free.`,
  )
}

/** A broken skill is told, but keeps nobody from running the others. */
function skillCheck({ registry }: UpkeepDeps) {
  const entries = registry.list()
  const broken = entries.filter(({ health }) => health === 'degraded').length
  return { ok: true, message: `${entries.length - broken} healthy, ${broken} degraded.` }
}
