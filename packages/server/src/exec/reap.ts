import { type ExecSession, type ExecTask, reapedTask } from '../domain/exec.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { ExecDeps } from './deps.ts'
import type { Holds } from './holds.ts'
import type { TaskKeeper } from './keep-tasks.ts'
import type { Site } from './site.ts'
import type { Searched, StraySearch } from './stray.ts'

/** What one run of the reaper has done, by kind. */
export interface Reaped {
  /** Tasks that ran longer than they may, and that nobody had ended. */
  readonly overdue: number
  /** Tasks that nobody looked after any more. */
  readonly takenUp: number
  readonly sessions: number
  /** Tasks that ended longer ago than anything is kept. */
  readonly tasks: number
  /** That belong to no task, command or session. */
  readonly folders: number
  readonly groups: number
  /** Remote sandboxes that nobody used for long, that lived as long as they may, or whose session is gone. */
  readonly sandboxes: number
}

export interface ReapParts {
  readonly site: Site
  readonly tasks: TaskKeeper
  readonly holds: Holds
  readonly strays: StraySearch
}

/** The nursery ends a task when its time is over; this much later somebody else does. */
export const overdueSec = 60
const [hourMs, dayMs] = [60 * 60 * 1000, 24 * 60 * 60 * 1000]
/** Of one run: the next one goes on. */
const mostAtOnce = 1000
const mostJobsAtOnce = 100

export async function reap(deps: ExecDeps, parts: ReapParts): Promise<Reaped> {
  const overdue = await endOverdue(deps, parts)
  const takenUp = await parts.tasks.takeUpUnseen()
  const sessions = await removeUnused(deps, parts)
  const tasks = await forgetOld(deps)
  const folders = await removeStray(deps, parts)
  const inUse = new Set([...parts.holds.ids(), ...parts.tasks.ids()])
  return { overdue, takenUp, sessions, tasks, folders, ...(await parts.site.reap(inUse)) }
}

async function endOverdue(deps: ExecDeps, { tasks, site }: ReapParts): Promise<number> {
  const latest = deps.clock.now().getTime() - (deps.limits.graceSec + overdueSec) * 1000
  const isOverdue = ({ startedAt, timeoutSec }: ExecTask) =>
    startedAt !== null && Date.parse(startedAt) + timeoutSec * 1000 < latest
  const overdue = (await deps.store.execTasks.alive()).filter((task) => task.process !== null && isOverdue(task))
  for (const task of overdue) {
    await site.endNow(task)
    await tasks.settle(task, reapedTask)
  }
  return overdue.length
}

async function removeUnused(deps: ExecDeps, { holds, site }: ReapParts): Promise<number> {
  const { store, clock, limits } = deps
  if (limits.sessionDays === 0) return 0
  const before = new Date(clock.now().getTime() - limits.sessionDays * dayMs).toISOString()
  const inUse = new Set((await store.execTasks.alive()).map(({ sessionId }) => sessionId))
  const unused = (await store.execSessions.unusedSince(before, mostAtOnce)).filter(
    ({ id }) => !inUse.has(id) && !holds.isHeld(id),
  )
  let removed = 0
  for (const session of unused) removed += await removeSession(deps, site, session, before)
  return removed
}

/** Unless somebody has used it meanwhile. */
async function removeSession({ store }: ExecDeps, site: Site, { id }: ExecSession, before: string): Promise<number> {
  const removed = await store.execSessions.removeUnused(id, before)
  if (removed > 0) await site.removeSession(id)
  return removed
}

/** Rows before folders. */
async function forgetOld({ store, layout, clock, retentionDays }: ExecDeps): Promise<number> {
  if (retentionDays === 0) return 0
  const before = new Date(clock.now().getTime() - retentionDays * dayMs).toISOString()
  const removed = await store.execTasks.forgetEndedBefore(before, mostAtOnce)
  removed.push(...(await store.execJobs.forgetEndedBefore(before, mostJobsAtOnce)))
  for (const id of await store.execArtifacts.forgetMadeBefore(before, mostAtOnce)) await removeTree(layout.execArtifact(id))
  for (const id of removed) await removeTree(layout.execTask(id))
  return removed.length
}

/** What a crash left without a row. Old enough to be nobody's: a command that is waited for has a folder and no row, and takes an hour at most. */
async function removeStray({ clock }: ExecDeps, { strays }: ReapParts): Promise<number> {
  const stray = await strays.next(clock.now().getTime() - hourMs)
  for (const folder of stray) await removeTree(folder)
  return stray.length
}

/** Where something of the skills service may be left. */
export const strayPlaces = ({ store, layout }: Pick<ExecDeps, 'store' | 'layout'>): Searched[] => [
  { folder: layout.execTasks, known: store.execTasks.known },
  { folder: layout.execSessions, known: store.execSessions.known },
  { folder: layout.execArtifacts, known: store.execArtifacts.known },
]
