import { type TSchema, Type } from 'typebox'

/** What the skills APIs of all vendors have in common here. */

/** Their clients know nothing of our warnings. */
export const plainJson = <S extends TSchema>(schema: S) => ({ type: 'application/json', schema }) as const

export const skillId = Type.String({ maxLength: 256, description: 'skill_ and the name of the skill' })
export const versionOrLatest = Type.String({
  maxLength: 128,
  description: 'The version_hash, with or without skillver_ before it; or latest, the newest one',
})

export const skillZip = {
  type: 'application/zip',
  description: 'A zip with one folder, which is the skill; X-Skill-Version is its version_hash',
} as const

export const readErrors = ['INVALID_REQUEST', 'SKILL_NOT_FOUND', 'SKILL_DEGRADED'] as const

export const contentErrors = [...readErrors, 'SKILL_VERSION_NOT_FOUND', 'SKILL_DISABLED'] as const

export const uploadErrors = [
  'INVALID_REQUEST',
  'UPLOAD_INVALID',
  'PACKAGE_INVALID',
  'UPLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'DISK_LOW',
  'DATA_NOT_WRITABLE',
  'SHUTTING_DOWN',
] as const
