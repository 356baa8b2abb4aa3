import { Fault } from '../lib/fault.ts'
import type { PackageDeps } from './deps.ts'
import { type InUse, inUse, switchTo } from './switch.ts'
import { isSkillName, type Switched, switched } from './switched.ts'

/** Takes a user skill out of use; it lies in the archive then. A built-in one that it hid is there again. */
export async function remove(deps: PackageDeps, id: string): Promise<Switched> {
  if (!isSkillName(id)) throw new Fault('SKILL_NOT_FOUND', { skill_id: id })
  return deps.turns.take(id, async () => {
    const before = await inUse(deps, id)
    if (!isSomeSkill(before)) throw new Fault(deps.registry.get(id) ? 'SKILL_BUILT_IN' : 'SKILL_NOT_FOUND', { skill_id: id })
    await switchTo(deps, id, before, null)
    deps.logger.info({ skill_id: id }, 'skill removed and archived')
    return switched(deps, id, before)
  })
}

/** A file that lies among the skills is none, not even a broken one. */
const isSomeSkill = (before: InUse): boolean =>
  before.kind !== 'nothing' && !(before.placed.kind === 'by hand' && before.placed.is === 'no skill')
