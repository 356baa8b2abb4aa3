import { beyond, limitsByName, type ProjectLimits, settingsWithin } from '../domain/exec-limits.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import type { ExecDeps } from './deps.ts'

/** What each project may do. All are known from the start on, so that nobody waits for them: only projects with limits of their own count. */
export interface LimitsOfProjects {
  load(): Promise<void>
  own(project: string): ProjectLimits
  /** In place of those it had. */
  put(project: string, limits: ProjectLimits): Promise<void>
  /** What works for all projects, with the limits of this one. */
  depsOf(project: string): ExecDeps
}

export function openProjectLimits(deps: ExecDeps): LimitsOfProjects {
  let all: ReadonlyMap<string, ProjectLimits> = new Map()
  const own = (project: string): ProjectLimits => all.get(project) ?? {}
  return {
    async load() {
      all = await deps.store.projectLimits.all()
    },
    own,
    async put(project, limits) {
      const most = limitsByName(deps.limits, deps.resourceLimits)
      const problems = beyond(limits, most).map(([name, allowed]) => ({
        path: `/${name}`,
        message: `must be at most ${allowed}, which the server allows`,
        keyword: 'maximum',
      }))
      if (problems.length > 0) throw new Fault('INVALID_REQUEST', { problems })
      await deps.store.projectLimits.put(project, limits, instant(deps.clock))
      all = new Map([...all, [project, limits]])
    },
    depsOf(project) {
      const { settings, children } = settingsWithin(own(project), deps.limits, deps.resourceLimits)
      return { ...deps, limits: settings, resourceLimits: children }
    },
  }
}
