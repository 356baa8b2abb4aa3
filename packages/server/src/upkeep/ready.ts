import { access, constants } from 'node:fs/promises'
import type { Readiness } from '@agent-skill-runner/contract/health.ts'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { codeOf } from '../lib/thrown.ts'
import { enforcement } from '../process/enforcement.ts'
import { FlushFailed } from '../store/wal-sync.ts'
import type { UpkeepDeps } from './deps.ts'

/** Whether the server accepts work, with the reason of every check that fails. */
export async function readiness(deps: UpkeepDeps, version: string, stopping: boolean): Promise<Readiness> {
  const counts = await countsOf(deps).catch(troubleOf)
  const { maxRunning, maxQueue, sandboxMode } = deps.limits
  const { status, reason, unfiltered } = deps.sandbox
  const { queued, running } = typeof counts === 'string' ? { queued: 0, running: 0 } : counts
  const checks = {
    store: typeof counts === 'string' ? { ok: false, message: counts } : { ok: true, message: 'The database answers.' },
    queue: stopping
      ? { ok: false, message: 'The server is stopping.' }
      : check(queued < maxQueue, `${queued} of ${maxQueue} places are used.`, 'The queue is full.'),
    disk: await diskCheck(deps),
    sandbox: check(
      status === 'bubblewrap' || sandboxMode !== 'required',
      unfiltered === null ? `Sandbox: ${status}.` : `Sandbox: ${status}. System calls are not filtered: ${unfiltered}`,
      reason ?? 'The sandbox is required and does not work.',
    ),
    limits: { ok: true, message: enforcement(deps.cgroups, deps.limits.ofRuns) },
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

async function countsOf({ store }: UpkeepDeps) {
  await store.requireWritable()
  return store.runs.counts()
}

/** For everyone, so it names no path; the log does. */
function troubleOf(error: unknown): string {
  if (error instanceof FlushFailed) return error.message
  return diskTroubleOf(error) === 'DATABASE_CORRUPT'
    ? 'The database is corrupt. The log of the server names the file and what to do; see also ./skill-runner doctor --deep.'
    : 'The database does not answer.'
}

const check = (ok: boolean, yes: string, no: string) => ({ ok, message: ok ? yes : no })

async function diskCheck({ freeBytes, layout, limits }: UpkeepDeps) {
  for (const [name, folder] of [
    ['The data folder', layout.data],
    ['The folder runs of the data folder', layout.runs],
  ] as const) {
    // With the slash it must be a folder.
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

/** An invalid skill is reported, but does not make the server unready. */
function skillCheck({ registry }: UpkeepDeps) {
  const entries = registry.list()
  const broken = entries.filter(({ health }) => health === 'degraded').length
  return { ok: true, message: `${entries.length - broken} healthy, ${broken} degraded.` }
}
