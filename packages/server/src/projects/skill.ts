import type { SkillPackage } from '../skills/package.ts'

/** A skill as a project shows it: what agents read, and which version they get. */
export interface ListedSkill {
  readonly name: string
  readonly description: string
  readonly versionHash: string
  readonly enabled: boolean
  /** uploaded to this project; installed: for all, and shown in project default. */
  readonly source: 'uploaded' | 'installed'
}

export const uploaded = ({ name, description, versionHash, enabled }: Omit<ListedSkill, 'source'>): ListedSkill => ({
  name,
  description,
  versionHash,
  enabled,
  source: 'uploaded',
})

export const installed = ({ id, description, digest }: SkillPackage): ListedSkill => ({
  name: id,
  description,
  versionHash: digest,
  enabled: true,
  source: 'installed',
})
