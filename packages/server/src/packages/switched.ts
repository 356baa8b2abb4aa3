import { pathProblem } from '../lib/relative-path.ts'
import type { PackageDeps } from './deps.ts'
import type { InUse } from './switch.ts'

/** What new jobs use after a change, and what was archived by it. */
export interface Switched {
  readonly version: string | null
  readonly digest: string | null
  readonly archivedVersion: string | null
}

export async function switched({ registry }: PackageDeps, id: string, before: InUse | null): Promise<Switched> {
  const entry = await registry.refresh(id)
  const skill = entry?.health === 'healthy' ? entry.skill : null
  const archivedVersion = before?.kind === 'skill' ? before.skill.version : null
  return { version: skill?.version ?? null, digest: skill?.digest ?? null, archivedVersion }
}

/** No system takes more for a name, in bytes. */
const longestName = 255

/** Whether a folder of skills can hold one of that name, well or broken; hidden folders are nobody's skills. */
export const isSkillName = (id: string): boolean =>
  !id.startsWith('.') && !id.includes('/') && pathProblem(id) === null && Buffer.byteLength(id) <= longestName
