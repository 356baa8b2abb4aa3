import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeSkills } from './skills.ts'

/** Not /tmp: that is memory on many machines, and there a durable write costs nothing. */
const usualParent = join(import.meta.dirname, '../.cache')

/** The folder of one bench, which is gone afterwards. */
export function openPlace(parent = usualParent) {
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'bench-'))
  const skills = join(folder, 'skills')
  writeSkills(skills)
  return {
    folder,
    skills,
    /** A folder of its own for each server. */
    fresh: (): string => mkdtempSync(join(folder, 'server-')),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  }
}

export type Place = ReturnType<typeof openPlace>
