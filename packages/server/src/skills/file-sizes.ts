import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { isRefusal } from '../lib/thrown.ts'
import type { SkillPackage } from './package.ts'

/** The files of a skill with their sizes, those of links as links. One that went since the skill was read is left out. */
export async function sizesOf({ root, files }: Pick<SkillPackage, 'root' | 'files'>): Promise<{ path: string; size: number }[]> {
  const sized = await Promise.all(
    files.map(async (path) => {
      const stat = await lstat(join(root, path)).catch(refused)
      return stat && { path, size: stat.size }
    }),
  )
  return sized.filter((file) => file !== null)
}

function refused(error: unknown): null {
  if (isRefusal(error)) return null
  throw error
}
