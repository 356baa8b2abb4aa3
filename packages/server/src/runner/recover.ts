import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { runError } from '../domain/failure.ts'
import { recoveryOf } from '../domain/recovery.ts'
import type { Run } from '../domain/run.ts'
import { stateChanged, terminal } from '../events/rasp.ts'
import { endLeftovers } from '../process/tree.ts'
import { removeUnfinished } from '../skills/snapshot.ts'
import { maskFiles } from '../workspace/mask-files.ts'
import { reclaim } from '../workspace/prepare.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { dropUnfinishedUploads } from '../workspace/uploads.ts'
import type { RunnerDeps } from './deps.ts'
import { secretsOfRun } from './run-secrets.ts'

/** At start: what a dead server left behind is ended, told and tidied. A second time it finds nothing to do. */
export async function recover(deps: RunnerDeps): Promise<void> {
  const runs = await deps.store.runs.active()
  const ended = await endLeftovers(`${deps.store.instanceId}:`, runs.flatMap(processOf))
  if (ended.length > 0) deps.logger.warn({ pids: ended }, 'processes of a dead server were ended')
  for (const run of runs) await reconcile(deps, run)
  await Promise.all([dropHomes(deps), removeUnfinished(deps.layout.skills), dropUnfinishedUploads(deps.layout)])
}

const processOf = (run: Run) => (run.state === 'running' && run.process ? [run.process] : [])

async function reconcile(deps: RunnerDeps, run: Run): Promise<void> {
  const recovery = recoveryOf(run, deps.limits.restartQueued)
  if (recovery.leave) return
  const warnings = await maskLeft(deps, run)
  const error = runError('ORCHESTRATOR_RESTART_INTERRUPTED')
  const [job] = await deps.store.jobs.ofRun(run.id)
  await deps.log.move({
    run: run.id,
    job: job?.id ?? null,
    trigger: recovery.trigger,
    from: run.state,
    error,
    ...(warnings.length > 0 ? { warnings } : {}),
    recovery: { state: 'failed_reconciled', reason: recovery.reason },
    drafts: (from, to) => [stateChanged(from, to, recovery.trigger), terminal('failed', error)],
  })
  deps.logger.warn({ request_id: job?.id, run_id: run.id, was: run.state, reason: recovery.reason }, 'run reconciled')
}

/** What an attempt left is shown once its run has ended; this one could not see to it itself. */
async function maskLeft(deps: RunnerDeps, run: Run): Promise<readonly Warning[]> {
  const layout = deps.layout.run(run.id)
  if (run.state !== 'running') return []
  try {
    await reclaim(layout)
    return await maskFiles(layout, await secretsOfRun(deps, run))
  } catch (error) {
    // The others must not wait for this one.
    deps.logger.error({ err: error, run_id: run.id }, 'the files of a run could not be searched for secrets')
    return []
  }
}

/** Homes belong to living attempts, and there are none yet. */
async function dropHomes(deps: RunnerDeps): Promise<void> {
  for (const home of await readdir(deps.layout.homes)) {
    await removeTree(join(deps.layout.homes, home)).catch((error) =>
      deps.logger.warn({ err: error, home }, 'an old home could not be removed'),
    )
  }
}
