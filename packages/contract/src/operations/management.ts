import { Type } from 'typebox'
import { Cleanup, CleanupView } from '../job.ts'
import {
  AdminActions,
  logLevels,
  ManagedSkillDetail,
  ManagedSkillList,
  ServerLogs,
  SettingList,
  SkillSchemas,
  SweepStatus,
} from '../management.ts'
import { closed, Instant, limit, oneOf } from '../shared.ts'
import { deliveryStates, ManagedDeliveryList } from '../webhook.ts'
import { json, operation } from './operation.ts'
import { skillParams } from './skills.ts'

const tag = 'management'

export const listManagedSkills = operation({
  method: 'get',
  path: '/v1/management/skills',
  tag,
  summary: 'Installed skills, including invalid ones',
  scope: 'read',
  returns: json(ManagedSkillList),
  errors: [],
})

export const getManagedSkill = operation({
  method: 'get',
  path: '/v1/management/skills/{skill_id}',
  tag,
  summary: 'One skill with its entry points and files',
  scope: 'read',
  params: skillParams,
  returns: json(ManagedSkillDetail),
  errors: ['SKILL_NOT_FOUND'],
})

export const getSkillSchemas = operation({
  method: 'get',
  path: '/v1/management/skills/{skill_id}/schemas',
  tag,
  summary: 'The schemas of a skill, and everything that a form for it needs',
  scope: 'read',
  params: skillParams,
  returns: json(SkillSchemas),
  errors: ['SKILL_NOT_FOUND', 'SKILL_DEGRADED'],
})

export const listSettings = operation({
  method: 'get',
  path: '/v1/management/settings',
  tag,
  summary: 'Settings of the server; secrets are never shown',
  scope: 'admin',
  returns: json(SettingList),
  errors: [],
})

export const queryLogs = operation({
  method: 'get',
  path: '/v1/management/logs',
  tag,
  summary: 'Lines of the server log, newest first',
  scope: 'admin',
  query: closed({
    level: Type.Optional(oneOf(logLevels, 'This level and above')),
    q: Type.Optional(Type.String({ maxLength: 128, description: 'Part of a line' })),
    request_id: Type.Optional(Type.String({ maxLength: 64 })),
    run_id: Type.Optional(Type.String({ maxLength: 64 })),
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
    limit: limit(200),
  }),
  returns: json(ServerLogs),
  errors: ['INVALID_REQUEST'],
})

export const getSweeps = operation({
  method: 'get',
  path: '/v1/management/sweeps',
  tag,
  summary: 'When old runs were last deleted, and the result',
  scope: 'read',
  returns: json(SweepStatus),
  errors: [],
})

export const cleanupRuns = operation({
  method: 'post',
  path: '/v1/management/cleanup',
  tag,
  summary: 'Delete finished jobs, as /v1/jobs/cleanup does',
  scope: 'admin',
  body: Cleanup,
  bodyOptional: true,
  returns: json(CleanupView),
  errors: ['INVALID_REQUEST', 'INVALID_JSON'],
})

export const listDeliveries = operation({
  method: 'get',
  path: '/v1/management/deliveries',
  tag,
  summary: 'Webhook deliveries of all jobs, newest first; with a token of a project, those of its jobs',
  scope: 'read',
  query: closed({
    state: Type.Optional(oneOf(deliveryStates)),
    cursor: Type.Optional(Type.String({ maxLength: 64 })),
    limit: limit(50),
  }),
  returns: json(ManagedDeliveryList),
  errors: ['INVALID_REQUEST'],
})

export const listAdminActions = operation({
  method: 'get',
  path: '/v1/management/audit',
  tag,
  summary: 'The admin log: who changed what on this server, newest first',
  scope: 'admin',
  query: closed({
    principal: Type.Optional(Type.String({ maxLength: 128 })),
    action: Type.Optional(Type.String({ maxLength: 64 })),
    cursor: Type.Optional(Type.String({ maxLength: 64 })),
    limit: limit(50),
  }),
  returns: json(AdminActions),
  errors: ['INVALID_REQUEST'],
})
