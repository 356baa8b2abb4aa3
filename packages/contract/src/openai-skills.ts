import { type Static, type TSchema, Type } from 'typebox'
import { skillFiles } from './anthropic-skills.ts'
import { closed, ErrorDetails, fileOf, nullable, open } from './shared.ts'

/** The skills of a project in the words of OpenAI's API. Nothing here has data of its own. */

const id = Type.String({ description: 'skill_ and the name of the skill' })
const version = Type.String({ description: 'The version_hash' })
const createdAt = Type.Integer({ description: 'Seconds since 1970' })

export const OpenAISkill = closed(
  {
    id,
    object: Type.Literal('skill'),
    name: Type.String(),
    description: Type.String(),
    default_version: { ...version, description: 'The version in use' },
    latest_version: { ...version, description: 'The newest version' },
    created_at: createdAt,
  },
  { $id: 'OpenAISkill' },
)

export const OpenAISkillVersion = closed(
  {
    id: Type.String({ description: 'skillver_ and the version_hash' }),
    object: Type.Literal('skill.version'),
    skill_id: id,
    version,
    name: Type.String(),
    description: Type.String(),
    created_at: createdAt,
  },
  { $id: 'OpenAISkillVersion' },
)

const listOf = <S extends TSchema>(item: S, $id: string) =>
  closed(
    {
      object: Type.Literal('list'),
      data: Type.Array(item),
      first_id: nullable(Type.String()),
      last_id: nullable(Type.String()),
      has_more: Type.Boolean(),
    },
    { $id },
  )

export const OpenAISkillList = listOf(OpenAISkill, 'OpenAISkillList')
export const OpenAISkillVersionList = listOf(OpenAISkillVersion, 'OpenAISkillVersionList')

export const OpenAISkillDeleted = closed(
  { id, object: Type.Literal('skill.deleted'), deleted: Type.Boolean() },
  { $id: 'OpenAISkillDeleted' },
)

export const OpenAISkillVersionDeleted = closed(
  { id: Type.String(), object: Type.Literal('skill.version.deleted'), deleted: Type.Boolean(), version },
  { $id: 'OpenAISkillVersionDeleted' },
)

const files = {
  'files[]': Type.Optional(skillFiles),
  files: Type.Optional(fileOf('application/zip', 'A zip with one folder, which is the skill; instead of files[]')),
}

export const OpenAISkillForm = closed(files, { $id: 'OpenAISkillForm' })

export const OpenAISkillVersionForm = closed(
  {
    ...files,
    default: Type.Optional(
      Type.Boolean({ description: 'Whether the version is the default one from now on; false if left out' }),
    ),
  },
  { $id: 'OpenAISkillVersionForm' },
)

export const OpenAISkillUpdate = open(
  { default_version: Type.String({ maxLength: 128, description: 'A version, or latest' }) },
  { $id: 'OpenAISkillUpdate' },
)

export const OpenAIError = closed(
  {
    error: closed({
      message: Type.String({ description: 'What happened, and what to do' }),
      type: Type.String({ description: 'As OpenAI names it, such as invalid_request_error' }),
      param: Type.Null(),
      code: Type.String({ description: 'A code from the table in /docs' }),
      details: ErrorDetails,
    }),
  },
  { $id: 'OpenAIError' },
)

export type OpenAISkill = Static<typeof OpenAISkill>
export type OpenAISkillVersion = Static<typeof OpenAISkillVersion>
