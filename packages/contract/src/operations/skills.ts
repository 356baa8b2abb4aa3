import { Type } from 'typebox'
import { closed } from '../shared.ts'
import { SkillDetail, SkillList } from '../skill.ts'
import { SkillRestore, SkillSwitched, SkillVersions } from '../skill-package.ts'
import { json, operation } from './operation.ts'

const tag = 'skills'
export const skillParams = closed({ skill_id: Type.String({ minLength: 1, maxLength: 128 }) })

export const listSkills = operation({
  method: 'get',
  path: '/v1/skills',
  tag,
  summary: 'Installed skills, including invalid ones',
  scope: 'read',
  returns: json(SkillList),
  errors: [],
})

export const getSkill = operation({
  method: 'get',
  path: '/v1/skills/{skill_id}',
  tag,
  summary: 'One skill with its schemas and artifacts',
  scope: 'read',
  params: skillParams,
  returns: json(SkillDetail),
  errors: ['SKILL_NOT_FOUND'],
})

export const getSkillOpenApi = operation({
  method: 'get',
  path: '/v1/skills/{skill_id}/openapi.json',
  tag,
  summary: 'An OpenAPI document for this skill, with its own input and output schemas',
  scope: 'read',
  params: skillParams,
  returns: json(Type.Record(Type.String(), Type.Unknown())),
  errors: ['SKILL_NOT_FOUND', 'SKILL_DEGRADED'],
})

export const listSkillVersions = operation({
  method: 'get',
  path: '/v1/skills/{skill_id}/versions',
  tag,
  summary: 'Versions that were installed as packages: the one in use and the archived ones',
  scope: 'read',
  params: skillParams,
  returns: json(SkillVersions),
  errors: ['SKILL_NOT_FOUND'],
})

export const deleteSkill = operation({
  method: 'delete',
  path: '/v1/skills/{skill_id}',
  tag,
  summary: 'Remove a user skill from use; it is archived and can be restored',
  scope: 'admin',
  params: skillParams,
  returns: json(SkillSwitched),
  errors: ['SKILL_NOT_FOUND', 'SKILL_BUILT_IN', 'DATA_NOT_WRITABLE', 'DISK_LOW', 'SHUTTING_DOWN'],
})

export const restoreSkill = operation({
  method: 'post',
  path: '/v1/skills/{skill_id}/restore',
  tag,
  summary: 'Use an archived version again',
  scope: 'admin',
  params: skillParams,
  body: SkillRestore,
  bodyOptional: true,
  returns: json(SkillSwitched),
  errors: [
    'INVALID_REQUEST',
    'INVALID_JSON',
    'SKILL_NOT_FOUND',
    'SKILL_VERSION_NOT_FOUND',
    'PACKAGE_INVALID',
    'DATA_NOT_WRITABLE',
    'DISK_LOW',
    'SHUTTING_DOWN',
  ],
})
