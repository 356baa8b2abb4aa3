import { Type } from 'typebox'
import {
  OpenAIError,
  OpenAISkill,
  OpenAISkillDeleted,
  OpenAISkillForm,
  OpenAISkillList,
  OpenAISkillUpdate,
  OpenAISkillVersion,
  OpenAISkillVersionDeleted,
  OpenAISkillVersionForm,
  OpenAISkillVersionList,
} from '../openai-skills.ts'
import { closed, limit, oneOf } from '../shared.ts'
import { operation } from './operation.ts'
import { contentErrors, plainJson, readErrors, skillId, skillZip, uploadErrors, versionOrLatest } from './vendor-skills.ts'

const tag = 'compatibility'
const skills = '/compat/openai/v1/skills'
const failure = OpenAIError

const page = {
  limit: limit(20),
  order: Type.Optional(oneOf(['asc', 'desc'], 'By the time of creation; default: desc, the newest first')),
  after: Type.Optional(Type.String({ maxLength: 256, description: 'id of the last entry of the page before' })),
}

export const openaiCreateSkill = operation({
  method: 'post',
  path: skills,
  tag,
  summary: 'Create a skill, or a new version of the one with its name, as clients of OpenAI do',
  scope: 'run',
  form: OpenAISkillForm,
  returns: plainJson(OpenAISkill),
  errors: uploadErrors,
  failure,
})

export const openaiListSkills = operation({
  method: 'get',
  path: skills,
  tag,
  summary: 'Skills of the project of the token',
  scope: 'read',
  query: closed(page),
  returns: plainJson(OpenAISkillList),
  errors: ['INVALID_REQUEST'],
  failure,
})

export const openaiGetSkill = operation({
  method: 'get',
  path: `${skills}/{skill_id}`,
  tag,
  summary: 'One skill',
  scope: 'read',
  params: closed({ skill_id: skillId }),
  returns: plainJson(OpenAISkill),
  errors: readErrors,
  failure,
})

export const openaiUpdateSkill = operation({
  method: 'post',
  path: `${skills}/{skill_id}`,
  tag,
  summary: 'Use another version of a skill by default',
  scope: 'run',
  params: closed({ skill_id: skillId }),
  body: OpenAISkillUpdate,
  returns: plainJson(OpenAISkill),
  errors: [...readErrors, 'INVALID_JSON', 'SKILL_VERSION_NOT_FOUND', 'SKILL_READ_ONLY', 'SHUTTING_DOWN'],
  failure,
})

export const openaiDeleteSkill = operation({
  method: 'delete',
  path: `${skills}/{skill_id}`,
  tag,
  summary: 'Delete a skill with all its versions',
  scope: 'run',
  params: closed({ skill_id: skillId }),
  returns: plainJson(OpenAISkillDeleted),
  errors: [...readErrors, 'SKILL_READ_ONLY', 'SHUTTING_DOWN'],
  failure,
})

export const openaiGetSkillContent = operation({
  method: 'get',
  path: `${skills}/{skill_id}/content`,
  tag,
  summary: 'The files of the default version as a zip',
  scope: 'read',
  params: closed({ skill_id: skillId }),
  returns: skillZip,
  errors: contentErrors,
  failure,
})

export const openaiCreateSkillVersion = operation({
  method: 'post',
  path: `${skills}/{skill_id}/versions`,
  tag,
  summary: 'Upload a new version of a skill; it becomes the default one only if the request says so',
  scope: 'run',
  params: closed({ skill_id: skillId }),
  form: OpenAISkillVersionForm,
  returns: plainJson(OpenAISkillVersion),
  errors: [...uploadErrors, 'SKILL_NOT_FOUND', 'SKILL_READ_ONLY'],
  failure,
})

export const openaiListSkillVersions = operation({
  method: 'get',
  path: `${skills}/{skill_id}/versions`,
  tag,
  summary: 'Versions of a skill',
  scope: 'read',
  params: closed({ skill_id: skillId }),
  query: closed(page),
  returns: plainJson(OpenAISkillVersionList),
  errors: readErrors,
  failure,
})

export const openaiGetSkillVersion = operation({
  method: 'get',
  path: `${skills}/{skill_id}/versions/{version}`,
  tag,
  summary: 'One version of a skill',
  scope: 'read',
  params: closed({ skill_id: skillId, version: versionOrLatest }),
  returns: plainJson(OpenAISkillVersion),
  errors: [...readErrors, 'SKILL_VERSION_NOT_FOUND'],
  failure,
})

export const openaiDeleteSkillVersion = operation({
  method: 'delete',
  path: `${skills}/{skill_id}/versions/{version}`,
  tag,
  summary: 'Delete a version of a skill, but not its default one',
  scope: 'run',
  params: closed({ skill_id: skillId, version: versionOrLatest }),
  returns: plainJson(OpenAISkillVersionDeleted),
  errors: [...readErrors, 'SKILL_VERSION_NOT_FOUND', 'SKILL_VERSION_IN_USE', 'SKILL_READ_ONLY', 'SHUTTING_DOWN'],
  failure,
})

export const openaiGetSkillVersionContent = operation({
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
