import { mkdir } from 'node:fs/promises'
import type { ExecTask } from '../domain/exec.ts'
import type { Command } from '../domain/launch.ts'
import { hasBegun, type Kept } from '../process/nursery.ts'
import type { Resources } from '../process/resources.ts'
import { bringInputs } from './bring-inputs.ts'
import type { ExecDeps } from './deps.ts'
import { launchOf, type Stage } from './launch.ts'
import type { SessionUsers } from './session-users.ts'
import { openStage, requireExecSandbox, resourcesOf } from './stage.ts'
import { isLedOut } from './task-gate.ts'
import { noteLimits } from './task-limits.ts'

/** A task of which everything is done that can fail before it begins. */
export interface Prepared {
  readonly command: Command
  readonly resources: Resources
}

/** Whoever gets it prepared gives the user of the session back. Throws the fault that keeps it from beginning. */
export async function prepareTask(deps: ExecDeps, users: SessionUsers, task: ExecTask): Promise<Prepared> {
  // Asked again: the server may have been started otherwise since.
  requireExecSandbox(deps)
  const skill = await deps.findSkill(task.projectId, task.skill, task.versionHash)
  const stage = await openStage(deps, users, { id: task.sessionId }, skill, task.id)
  try {
    // What has begun has had them, and may have changed them since.
    if (!hasBegun(deps.layout.execTask(task.id))) await bringInputs(deps, stage, task)
    return await layOut(deps, task, stage)
  } catch (error) {
    users.release(task.sessionId)
    throw error
  }
}

async function layOut(deps: ExecDeps, task: ExecTask, stage: Stage): Promise<Prepared> {
  const { layout, sandbox } = deps
  const resources = resourcesOf(deps, stage)
  const folder = layout.execTask(task.id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  noteLimits(folder, resources.limits)
  return {
    command: { ...sandbox.wrap(launchOf(sandbox, stage, task, isLedOut(deps, task))), confinement: resources.confinement },
    resources,
  }
}

/** What the nursery has to know of a task; `until` is when its job is over. Without a sandbox its ports are those of the machine. */
export function keptOf(deps: ExecDeps, task: ExecTask, until: Date | null): Kept {
  const { layout, limits, sandbox, clock } = deps
  const { id, service } = task
  const { graceSec, maxOutputBytes } = limits
  const leftSec = until === null ? task.timeoutSec : Math.max(0, (until.getTime() - clock.now().getTime()) / 1000)
  const timeoutSec = Math.min(task.timeoutSec, leftSec)
  const kept = { id, folder: layout.execTask(id), timeoutSec, graceSec, maxOutputBytes, isLedOut: isLedOut(deps, task) }
  if (!service) return kept
  return { ...kept, idleSec: service.idleSec, ports: sandbox.status === 'bubblewrap' ? service.ports : [] }
}
