import { Fault } from '../lib/fault.ts'

export const skillNotFound = (projectId: string, name: string): Fault =>
  new Fault('SKILL_NOT_FOUND', { project_id: projectId, name })

export const versionNotFound = (projectId: string, name: string, wanted: string, versions: readonly string[]): Fault =>
  new Fault('SKILL_VERSION_NOT_FOUND', { project_id: projectId, name, version_hash: wanted, versions: versions.slice(0, 20) })

/** A version whose folder is gone, or no longer is what its name says. */
export const filesChanged = (name: string, cause?: unknown): Fault =>
  new Fault(
    'SKILL_DEGRADED',
    { skill_id: name, problems: ['Its files were changed or deleted on the server. Upload the skill again.'] },
    { cause },
  )
