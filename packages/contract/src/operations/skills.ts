import { Type } from 'typebox'
import { closed } from '../shared.ts'
import { SkillDetail, SkillList } from '../skill.ts'
import { json, operation } from './operation.ts'

const tag = 'skills'

export const listSkills = operation({
  method: 'get',
  path: '/v1/skills',
  tag,
  summary: 'Installed skills, broken ones included',
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
  params: closed({ skill_id: Type.String({ minLength: 1, maxLength: 128 }) }),
  returns: json(SkillDetail),
  errors: ['SKILL_NOT_FOUND'],
})
