import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Logger } from 'pino'
import type { Identity } from '../domain/launch.ts'
import { cappedOf, limitsWithin } from '../domain/resource-limit.ts'
import { warningOf } from '../domain/warning.ts'
import { noCgroups } from '../process/cgroups.ts'
import { openResources, type Resources } from '../process/resources.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { AttemptDeps } from './deps.ts'

/** The resource limits of an attempt: those of the skill, within those of the operator. */
export function resourcesFor(
  { cgroups, limits }: AttemptDeps,
  skill: SkillPackage,
  mark: string,
  identity: Identity | null,
  logger: Logger,
): Resources {
  const wanted = { mark, limits: limitsWithin(skill.limits.resources, limits.ofRuns), hasOwnUser: identity !== null }
  try {
    return openResources({ ...wanted, cgroups })
  } catch (error) {
    // Another process may have removed the cgroup of the server, or the number of cgroups may be exhausted.
    logger.warn({ err: error }, 'cannot create a cgroup for a run; the server measures its use itself')
    return openResources({ ...wanted, cgroups: noCgroups('It could not be made.') })
  }
}

export const cappedWarnings = ({ limits }: Pick<AttemptDeps, 'limits'>, { id, limits: { resources } }: SkillPackage): Warning[] =>
  cappedOf(resources, limits.ofRuns).map((limit) => {
    const [wish, allowed] = [resources[limit], limits.ofRuns[limit]]
    const message = `The skill ${id} wishes for ${limit} ${wish}; the server allows ${allowed}.`
    return warningOf('LIMIT_CAPPED', message, { skill_id: id, limit, wish, allowed })
  })
