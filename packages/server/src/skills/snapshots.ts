import { join } from 'node:path'
import { Fault } from '../lib/fault.ts'
import { readSkill, type SkillPackage } from './package.ts'
import { isTouched, snapshot } from './snapshot.ts'

interface Pinned {
  readonly skill: SkillPackage
  readonly folder: string
}

/** The snapshots of skills, as one server uses them. */
export interface Snapshots {
  /** Pins a skill. Jobs that come together share one copy. */
  pin(skill: SkillPackage, root: string): Promise<string>
  /** The skill that a run was created with, from its copy: whatever became of the folder it came from. */
  pinned(root: string, digest: string, id: string): Promise<Pinned>
}

/** A pinned copy never changes, so it is read once; these are the ones last used. */
const mostKept = 100

export function openSnapshots(): Snapshots {
  const copying = new Map<string, Promise<string>>()
  const read = new Map<string, Promise<Pinned>>()
  return {
    pin(skill, root) {
      const folder = join(root, skill.digest)
      const mine = copying.get(folder) ?? snapshot(skill, root).finally(() => copying.delete(folder))
      copying.set(folder, mine)
      return mine
    },
    async pinned(root, digest, id) {
      const folder = join(root, digest)
      // What is kept in memory is no use once the copy itself is gone.
      if (!isTouched(folder)) read.delete(folder)
      const reading = read.get(folder) ?? readPinned(folder, digest, id)
      read.delete(folder)
      read.set(folder, reading)
      reading.catch(() => read.delete(folder))
      const [oldest] = read.keys()
      if (read.size > mostKept && oldest) read.delete(oldest)
      return reading
    },
  }
}

async function readPinned(folder: string, digest: string, id: string): Promise<Pinned> {
  const read = await readSkill(folder, { id, builtIn: false, engines: null })
  // A disk that fails is not a skill that is wrong; a copy that is gone was changed by somebody.
  if (!read.ok && read.cause !== undefined) throw read.cause
  const problems = read.ok ? ['The copy of the skill that this run was created with was changed.'] : read.problems
  if (!read.ok || read.skill.digest !== digest) throw new Fault('SKILL_DEGRADED', { skill_id: id, problems })
  return { skill: read.skill, folder }
}
