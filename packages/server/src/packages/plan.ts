import { Fault } from '../lib/fault.ts'
import type { SkillPackage } from '../skills/package.ts'
import { compareVersions } from './semver.ts'
import type { InUse } from './switch.ts'

export type Action = 'install' | 'update' | 'unchanged'

/**
 * What installing a skill would be, given what is in use. Only a greater version takes the place of one that works, unless the caller
 * insists; the same once more is no change.
 */
export function planOf({ id, version, digest }: SkillPackage, before: InUse, isForced: boolean): Action {
  if (before.kind === 'nothing') return 'install'
  if (before.kind === 'broken') return 'update'
  if (digest === before.skill.digest) return 'unchanged'
  if (isForced || compareVersions(version, before.skill.version) > 0) return 'update'
  throw new Fault('SKILL_VERSION_NOT_GREATER', { skill_id: id, version, installed_version: before.skill.version })
}
