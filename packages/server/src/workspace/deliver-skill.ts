import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import type { RunLayout } from './layout.ts'

/** Where there is no sandbox that could mount it, the pinned copy of a skill is linked to where agents look for skills. */
export async function deliverSkill(layout: RunLayout, id: string, folder: string): Promise<void> {
  const place = join(layout.root, '.agents', 'skills')
  await mkdir(place, { recursive: true, mode: 0o755 })
  await symlink(folder, join(place, id)).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}
