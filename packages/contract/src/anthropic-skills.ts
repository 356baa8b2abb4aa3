import { type Static, Type } from 'typebox'
import { closed, ErrorDetails, fileOf, Instant, nullable, oneOf } from './shared.ts'

/** The skills of a project in the words of Anthropic's API. Nothing here has data of its own. */

const id = Type.String({ description: 'skill_ and the name of the skill' })
const versionId = Type.String({ description: 'skillver_ and the version_hash' })

export const AnthropicSkill = closed(
  {
    id,
    type: Type.Literal('skill'),
    display_name: Type.String({ description: 'As it was given when the skill was created; else its name' }),
    latest_version_id: versionId,
    source: closed({
      type: oneOf(['custom', 'plugin'], 'custom: uploaded to the project; plugin: installed for all, and read-only here'),
    }),
    created_at: Instant,
    updated_at: Instant,
  },
  { $id: 'AnthropicSkill' },
)

export const AnthropicSkillPage = closed(
  { data: Type.Array(AnthropicSkill, { description: 'Newest first' }), next_page: nullable(Type.String()) },
  { $id: 'AnthropicSkillPage' },
)

export const AnthropicSkillDeleted = closed({ id, type: Type.Literal('skill_deleted') }, { $id: 'AnthropicSkillDeleted' })

export const AnthropicSkillVersion = closed(
  {
    id: versionId,
    type: Type.Literal('skill_version'),
    skill_id: id,
    name: Type.String(),
    description: Type.String(),
    created_at: Instant,
  },
  { $id: 'AnthropicSkillVersion' },
)

export const AnthropicSkillVersionPage = closed(
  { data: Type.Array(AnthropicSkillVersion, { description: 'Newest first' }), next_page: nullable(Type.String()) },
  { $id: 'AnthropicSkillVersionPage' },
)

export const AnthropicSkillVersionDeleted = closed(
  { id: versionId, type: Type.Literal('skill_version_deleted') },
  { $id: 'AnthropicSkillVersionDeleted' },
)

/** One file of a skill, or all of them as a zip. */
export const skillFiles = Type.Array(fileOf('application/octet-stream'), {
  description: 'Files whose names begin with the folder of the skill, such as my-skill/SKILL.md; or one zip with that folder',
})

export const AnthropicSkillForm = closed(
  {
    'files[]': skillFiles,
    display_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'One line for people to read' })),
  },
  { $id: 'AnthropicSkillForm' },
)

export const AnthropicSkillVersionForm = closed({ 'files[]': skillFiles }, { $id: 'AnthropicSkillVersionForm' })

export const AnthropicError = closed(
  {
    type: Type.Literal('error'),
    error: closed({
      type: Type.String({ description: 'As Anthropic names it, such as not_found_error' }),
      message: Type.String({ description: 'What happened, and what to do' }),
      details: Type.Intersect([
        Type.Object({ error_code: Type.String({ description: 'A code from the table in /docs' }) }),
        ErrorDetails,
      ]),
    }),
    request_id: Type.String(),
  },
  { $id: 'AnthropicError' },
)

export type AnthropicSkill = Static<typeof AnthropicSkill>
export type AnthropicSkillVersion = Static<typeof AnthropicSkillVersion>
