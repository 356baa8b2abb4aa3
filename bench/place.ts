import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ending } from './ending.ts'
import { writeSkills } from './skills.ts'

/** Not /tmp: that is memory on many machines, and there a durable write costs nothing. */
const usualParent = join(import.meta.dirname, '../.cache')

/** The folder of one bench, and what runs in it; both are gone afterwards. */
export function openPlace(parent = usualParent) {
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'bench-'))
  const skills = join(folder, 'skills')
  const ending = new Ending()
  const outside: string[] = []
  const remove = (path: string) => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  writeSkills(skills)
  return {
    folder,
    skills,
    ending,
    /** A folder of its own for each server. */
    fresh: (): string => mkdtempSync(join(folder, 'server-')),
    /** A folder that users other than root can enter; ours may lie in one that is closed to them. */
    outside(): string {
      const made = mkdtempSync(join(tmpdir(), 'bench-'))
      outside.push(made)
      chmodSync(made, 0o755)
      return made
    },
    async end(): Promise<void> {
      await ending.endAll()
      for (const made of [folder, ...outside]) remove(made)
    },
  }
}

export type Place = ReturnType<typeof openPlace>
