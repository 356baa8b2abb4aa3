import { type Static, Type } from 'typebox'
import { closed, Instant, nullable, oneOf, open } from './shared.ts'

const name = Type.String()
const hash = Type.String({ description: 'sha256 over every file of the skill: the identity of a version' })

const skill = {
  name,
  description: Type.String({ description: 'What agents read to choose a skill' }),
  version_hash: hash,
  enabled: Type.Boolean({ description: 'false: it can be neither loaded nor run' }),
  source: oneOf(
    ['uploaded', 'installed'],
    'uploaded: to this project; installed: for all, shown in project default and read-only there',
  ),
}

export const ProjectSkill = closed(skill, { $id: 'ProjectSkill' })

/** The same as an answer of its own, which may also say what of its request was ignored. */
export const ProjectSkillView = closed(skill, { $id: 'ProjectSkillView' })

export const ProjectSkillList = closed(
  { skills: Type.Array(ProjectSkill, { description: 'By name' }), next_cursor: nullable(Type.String()) },
  { $id: 'ProjectSkillList' },
)

export const ProjectSkillUploaded = closed(
  {
    ...skill,
    action: oneOf(
      ['created', 'updated', 'unchanged'],
      'created: a new skill; updated: this version replaced another one, which is kept; unchanged: it was in use already',
    ),
  },
  { $id: 'ProjectSkillUploaded' },
)

export const ProjectSkillFiles = closed(
  {
    name,
    version_hash: hash,
    files: Type.Array(closed({ path: Type.String(), size: Type.Integer({ minimum: 0 }), executable: Type.Boolean() }), {
      description: 'By path; links are left out',
    }),
  },
  { $id: 'ProjectSkillFiles' },
)

export const ProjectSkillVersions = closed(
  {
    name,
    versions: Type.Array(
      closed({
        version_hash: hash,
        description: Type.String(),
        active: Type.Boolean({ description: 'The version that is loaded and run if none is named' }),
        files: Type.Integer({ minimum: 0 }),
        bytes: Type.Integer({ minimum: 0 }),
        uploaded_at: nullable(Instant),
        uploaded_by: nullable(Type.String({ description: 'Name of the token; null: an installed skill' })),
      }),
      {
        description: 'Newest first. Of an installed skill only the installed version; GET /v1/skills/{skill_id}/versions has all',
      },
    ),
  },
  { $id: 'ProjectSkillVersions' },
)

/** A hash, or enough of its beginning. */
export const VersionPrefix = Type.String({
  minLength: 8,
  maxLength: 64,
  pattern: '^[0-9a-f]+$',
  description: 'A prefix of at least 8 characters is enough',
})

export const ProjectSkillActivate = open({ version_hash: VersionPrefix }, { $id: 'ProjectSkillActivate' })

export const ProjectSkillChange = open({ enabled: Type.Boolean() }, { $id: 'ProjectSkillChange' })

export const ProjectSkillRemoved = closed(
  { name, removed_versions: Type.Integer({ minimum: 1 }) },
  { $id: 'ProjectSkillRemoved' },
)

export type ProjectSkill = Static<typeof ProjectSkill>
export type ProjectSkillList = Static<typeof ProjectSkillList>
export type ProjectSkillUploaded = Static<typeof ProjectSkillUploaded>
export type ProjectSkillFiles = Static<typeof ProjectSkillFiles>
export type ProjectSkillVersions = Static<typeof ProjectSkillVersions>
export type ProjectSkillRemoved = Static<typeof ProjectSkillRemoved>
