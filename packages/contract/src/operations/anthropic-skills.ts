import { Type } from 'typebox'
import {
  AnthropicError,
  AnthropicSkill,
  AnthropicSkillDeleted,
  AnthropicSkillForm,
  AnthropicSkillPage,
  AnthropicSkillVersion,
  AnthropicSkillVersionDeleted,
  AnthropicSkillVersionForm,
  AnthropicSkillVersionPage,
} from '../anthropic-skills.ts'
import { closed, limit, nullable } from '../shared.ts'
import { operation } from './operation.ts'
import { contentErrors, plainJson, readErrors, skillId, skillZip, uploadErrors, versionOrLatest } from './vendor-skills.ts'

const tag = 'compatibility'
const skills = '/compat/anthropic/v1/skills'
const failure = AnthropicError

const page = {
  limit: limit(20),
  page: Type.Optional(nullable(Type.String({ maxLength: 512, description: 'next_page of the page before' }))),
}

export const anthropicCreateSkill = operation({
  method: 'post',
  path: skills,
  tag,
  summary: 'Create a skill, or a new version of the one with its name, as clients of Anthropic do',
  scope: 'run',
  form: AnthropicSkillForm,
  returns: plainJson(AnthropicSkill),
  errors: uploadErrors,
  failure,
})

export const anthropicListSkills = operation({
  method: 'get',
  path: skills,
  tag,
  summary: 'Skills of the project of the token',
  scope: 'read',
  query: closed({ ...page, source: Type.Optional(nullable(Type.String({ maxLength: 64, description: 'custom or plugin' }))) }),
  returns: plainJson(AnthropicSkillPage),
  errors: ['INVALID_REQUEST'],
  failure,
})

export const anthropicGetSkill = operation({
  method: 'get',
  path: `${skills}/{skill_id}`,
  tag,
  summary: 'One skill',
  scope: 'read',
  params: closed({ skill_id: skillId }),
  returns: plainJson(AnthropicSkill),
  errors: readErrors,
  failure,
})

export const anthropicDeleteSkill = operation({
  method: 'delete',
  path: `${skills}/{skill_id}`,
  tag,
  summary: 'Delete a skill with all its versions',
  scope: 'run',
  params: closed({ skill_id: skillId }),
  returns: plainJson(AnthropicSkillDeleted),
  errors: [...readErrors, 'SKILL_READ_ONLY', 'SHUTTING_DOWN'],
  failure,
})

export const anthropicCreateSkillVersion = operation({
  method: 'post',
  path: `${skills}/{skill_id}/versions`,
  tag,
  summary: 'Upload a new version of a skill, which is in use at once',
  scope: 'run',
  params: closed({ skill_id: skillId }),
  form: AnthropicSkillVersionForm,
  returns: plainJson(AnthropicSkillVersion),
  errors: [...uploadErrors, 'SKILL_NOT_FOUND', 'SKILL_READ_ONLY'],
  failure,
})

export const anthropicListSkillVersions = operation({
  method: 'get',
  path: `${skills}/{skill_id}/versions`,
  tag,
  summary: 'Versions of a skill',
  scope: 'read',
  params: closed({ skill_id: skillId }),
  query: closed(page),
  returns: plainJson(AnthropicSkillVersionPage),
  errors: readErrors,
  failure,
})

export const anthropicGetSkillVersion = operation({
  method: 'get',
  path: `${skills}/{skill_id}/versions/{version}`,
  tag,
  summary: 'One version of a skill',
  scope: 'read',
  params: closed({ skill_id: skillId, version: versionOrLatest }),
  returns: plainJson(AnthropicSkillVersion),
  errors: [...readErrors, 'SKILL_VERSION_NOT_FOUND'],
  failure,
})

export const anthropicDeleteSkillVersion = operation({
  method: 'delete',
  path: `${skills}/{skill_id}/versions/{version}`,
  tag,
  summary: 'Delete a version of a skill, but not its only one; of the one in use the newest of the others takes the place',
  scope: 'run',
  params: closed({ skill_id: skillId, version: versionOrLatest }),
  returns: plainJson(AnthropicSkillVersionDeleted),
  errors: [...readErrors, 'SKILL_VERSION_NOT_FOUND', 'SKILL_VERSION_IN_USE', 'SKILL_READ_ONLY', 'SHUTTING_DOWN'],
  failure,
})

export const anthropicGetSkillVersionContent = operation({
  method: 'get',
  path: `${skills}/{skill_id}/versions/{version}/content`,
  tag,
  summary: 'The files of a version as a zip',
  scope: 'read',
  params: closed({ skill_id: skillId, version: versionOrLatest }),
  returns: skillZip,
  errors: contentErrors,
  failure,
})
