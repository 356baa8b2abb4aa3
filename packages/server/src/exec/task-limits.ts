import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CommandEnd,
  type ExecTask,
  type LimitReason,
  limitReason,
  overLimit,
  type TaskEnd,
  taskEndOf,
} from '../domain/exec.ts'
import type { ChildLimits } from '../domain/resource-limit.ts'
import type { ProcessMark } from '../domain/run.ts'
import { keptChild } from '../process/nursery.ts'
import { type Resources, reopenResources } from '../process/resources.ts'
import { watchUse } from '../process/watch-use.ts'
import type { ExecDeps } from './deps.ts'
import { markOf } from './stage.ts'

/** What a task may use, as long as a server sees it: the kernel holds to it by itself, and what is counted is counted here. */
export interface TaskLimits extends Disposable {
  /** Null: it has not been started. */
  readonly process: ProcessMark | null
  /** The end of a task that failed at a limit is that limit. */
  endOf(found: CommandEnd): Promise<TaskEnd>
}

export async function watchTask(
  deps: Pick<ExecDeps, 'layout' | 'store'>,
  task: ExecTask,
  resources: Resources,
  stop: (why: LimitReason) => void,
): Promise<TaskLimits> {
  const child = await keptChild(deps.layout.execTask(task.id), markOf(deps, task.id))
  const watch = child && watchUse(child, resources, resources.before(), (exceeded) => stop(limitReason(exceeded)))
  return {
    process: child?.mark ?? null,
    async endOf(found) {
      const end = taskEndOf(found, task)
      if (found.why !== '' || end.exitCode === null || !watch) return end
      const exit = await watch.explain({ kind: 'exited', code: end.exitCode })
      return exit.kind === 'limit_exceeded' ? overLimit(exit, end.exitCode) : end
    },
    [Symbol.dispose]: () => watch?.[Symbol.dispose](),
  }
}

/** Written down before it starts, for whoever sees it to its end: they may be others by then. */
export const noteLimits = (folder: string, limits: ChildLimits): void =>
  writeFileSync(join(folder, 'limits.json'), JSON.stringify(limits), { mode: 0o600 })

/** When that was: what has changed in its session since may be its work. */
export const notedAtMs = (folder: string): number =>
  statSync(join(folder, 'limits.json'), { throwIfNoEntry: false })?.ctimeMs ?? Date.now()

/** Those of a task that an earlier server has started. */
export function resourcesOfStarted(deps: ExecDeps, { id }: ExecTask): Resources {
  const { cgroups, resourceLimits } = deps
  const limits = notedLimits(deps.layout.execTask(id)) ?? resourceLimits
  return reopenResources({ cgroups, limits, mark: markOf(deps, id), hasOwnUser: false })
}

/** Null: it was started by a server that noted none. */
function notedLimits(folder: string): ChildLimits | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'limits.json'), 'utf8'))
  } catch {
    return null
  }
}
