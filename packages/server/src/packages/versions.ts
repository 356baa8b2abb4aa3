import { Fault } from '../lib/fault.ts'
import type { PackageDeps } from './deps.ts'
import { type Kept, keptVersions, placedAt } from './shelf.ts'
import { isSkillName } from './switched.ts'

export interface ListedVersion extends Kept {
  /** New jobs use it. */
  readonly isCurrent: boolean
}

/** What was installed of a skill, the newest first; none of a skill that only lies there. */
export async function versions({ shelf, registry }: PackageDeps, id: string): Promise<readonly ListedVersion[]> {
  const kept = isSkillName(id) ? await keptVersions(shelf, id) : []
  if (kept.length === 0 && !registry.get(id)) throw new Fault('SKILL_NOT_FOUND', { skill_id: id })
  const placed = kept.length === 0 ? null : await placedAt(shelf, id)
  return kept.map((one) => ({ ...one, isCurrent: placed?.kind === 'version' && placed.name === one.name }))
}
