import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { keptFree } from '../domain/disk-use.ts'
import { runError } from '../domain/failure.ts'
import { recoveryOf, restartInterrupted, sessionInvalid, type Waiting } from '../domain/recovery.ts'
import type { Run } from '../domain/run.ts'
import { type RaspDraft, stateChanged, terminal, warning } from '../events/rasp.ts'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { groupName, removeLeftGroups } from '../process/cgroups.ts'
import { endLeftovers } from '../process/tree.ts'
import { closeFiles } from '../runs/close-files.ts'
import { rejectUnsettled } from '../runs/reject-unsettled.ts'
import { secretsOfRun } from '../runs/run-secrets.ts'
import { sessionProblem } from '../runs/sessions.ts'
import { isRunCorrupt, moveWithoutLog } from '../runs/without-log.ts'
import { removeUnfinished } from '../skills/snapshot.ts'
import { maskFiles } from '../workspace/mask-files.ts'
import { reclaim } from '../workspace/prepare.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { dropUnfinishedUploads } from '../workspace/uploads.ts'
import { dropWritten } from '../workspace/written.ts'
import type { UpkeepDeps } from './deps.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { sweepTempSkills } from './sweep-temp-skills.ts'
import type { OtherWriters } from './watch-disk.ts'

/** At start: ends the processes that a crashed server left, records the outcome of its runs, and deletes its temporary files. Idempotent. */
export async function recover(deps: UpkeepDeps, others: Pick<OtherWriters, 'dropCutOff'>): Promise<void> {
  const runs = await deps.store.runs.active()
  const ended = await endLeftovers(`${deps.store.nodeId}:`, runs.flatMap(processOf))
  if (ended.length > 0) deps.logger.warn({ pids: ended }, 'ended processes of a previous server')
  removeLeftGroups(deps.cgroups, groupName(`${deps.store.nodeId}:`))
  for (const run of runs) await reconcile(deps, run).catch((error) => giveUp(deps, run, error))
  await makeRoom(deps, runs, others)
  await Promise.all([
    dropHomes(deps),
    sweepSessions(deps),
    sweepTempSkills(deps, 'nothing is under way'),
    removeUnfinished(deps.layout.skills),
    dropUnfinishedUploads(deps.layout),
  ])
}

/** On a full disk, deletes the files of interrupted runs and commands: free space is worth more than their partial output. */
async function makeRoom(deps: UpkeepDeps, runs: readonly Run[], others: Pick<OtherWriters, 'dropCutOff'>): Promise<void> {
  if ((await deps.freeBytes()) >= keptFree(deps.limits.diskLowBytes, deps.reserve.bytes())) return
  for (const { id, state } of runs) {
    if (state !== 'running') continue
    deps.logger.warn({ run_id: id }, 'the disk is full; the files that an interrupted run has written are deleted')
    await dropWritten(deps.layout.run(id))
  }
  await others.dropCutOff()
}

const processOf = (run: Run) => (run.state === 'running' && run.process ? [run.process] : [])

async function reconcile(deps: UpkeepDeps, run: Run): Promise<void> {
  const recovery = recoveryOf(run, deps.limits.restartQueued, await waitingOf(deps, run))
  if (recovery.leave) return
  const left = await maskLeft(deps, run)
  const warnings = [...run.warnings, ...left]
  const error = recovery.error && runError(recovery.error)
  if (error) await rejectUnsettled(deps, run.id)
  const [job] = await deps.store.jobs.ofRun(run.id)
  const interaction = run.state === 'waiting_user' && error === null ? run.pendingInteraction : null
  const moved = await deps.log.move({
    run: run.id,
    job: job?.id ?? null,
    trigger: recovery.trigger,
    seen: run,
    warnings,
    ...(error ? { error } : {}),
    recovery: { state: error ? 'failed_reconciled' : 'recovered_waiting', reason: recovery.reason },
    drafts: (from, to): RaspDraft[] => [
      ...left.map(({ code, message, level }) => warning(code, message, level)),
      { ...stateChanged(from, to, recovery.trigger), ...(interaction === null ? {} : { interaction }) },
      ...(error ? [terminal('failed', error)] : []),
    ],
  })
  if (!moved) return tellOfOther(deps, run)
  if (error) await closeDespiteFiles(deps, run)
  deps.logger.warn(
    { request_id: job?.id, run_id: run.id, was: run.state, reason: recovery.reason },
    'run reconciled after restart',
  )
}

/** A reply or a cancel came first, through another server on the same database: what that decided holds. */
const tellOfOther = (deps: UpkeepDeps, run: Run): void =>
  deps.logger.info({ run_id: run.id, was: run.state }, 'run left alone after restart: its state has changed meanwhile')

/** A run whose files are missing must not stop the start of the server, nor the recovery of other runs. */
async function giveUp(deps: UpkeepDeps, run: Run, cause: unknown): Promise<void> {
  if (!isRunCorrupt(cause)) throw cause
  const isWaiting = run.state === 'waiting_user'
  const error = runError(isWaiting ? 'SESSION_RESUME_FAILED' : 'ORCHESTRATOR_RESTART_INTERRUPTED')
  const reason = isWaiting ? sessionInvalid : restartInterrupted
  const moved = await moveWithoutLog(deps, run, {
    trigger: 'restart.reconcile_failed',
    error,
    recovery: { state: 'failed_reconciled', reason },
  })
  if (!moved) return tellOfOther(deps, run)
  await rejectUnsettled(deps, run.id)
  await closeDespiteFiles(deps, run)
  deps.logger.error({ err: cause, run_id: run.id, was: run.state, reason }, 'the files of a run are missing; the run failed')
}

/** The outcome is recorded by now: files that cannot be deleted must not stop the start. A full disk is made room on, and tried again. */
const closeDespiteFiles = (deps: UpkeepDeps, run: Run): Promise<void> =>
  closeFiles(deps, run).catch((error) => {
    if (diskTroubleOf(error) === 'DISK_LOW') throw error
    deps.logger.warn({ err: error, run_id: run.id }, 'cannot delete temporary files of the run')
  })

async function waitingOf(deps: UpkeepDeps, run: Run): Promise<Waiting | null> {
  if (run.state !== 'waiting_user') return null
  const pending = run.pendingInteraction === null ? null : await deps.store.interactions.get(run.id, run.pendingInteraction)
  return { askedAt: pending?.askedAt ?? null, isResumable: sessionProblem(deps, run, run.attempt) === null }
}

/** Files become readable once the run has ended, and the interrupted attempt could not mask secrets in them. */
async function maskLeft(deps: UpkeepDeps, run: Run): Promise<readonly Warning[]> {
  const layout = deps.layout.run(run.id)
  if (run.state !== 'running') return []
  try {
    await reclaim(layout)
    return await maskFiles(layout, await secretsOfRun(deps, run))
  } catch (error) {
    // A failure here must not stop the recovery of other runs.
    deps.logger.error({ err: error, run_id: run.id }, 'cannot search the files of a run for secrets')
    return []
  }
}

/** Homes belong to running attempts, and there are none yet. */
async function dropHomes(deps: UpkeepDeps): Promise<void> {
  for (const home of await readdir(deps.layout.homes)) {
    await removeTree(join(deps.layout.homes, home)).catch((error) =>
      deps.logger.warn({ err: error, home }, 'cannot delete an old home'),
    )
  }
}
