import { Type } from 'typebox'
import {
  ProjectSkillActivate,
  ProjectSkillChange,
  ProjectSkillFiles,
  ProjectSkillList,
  ProjectSkillRemoved,
  ProjectSkillUploaded,
  ProjectSkillVersions,
  ProjectSkillView,
  VersionPrefix,
} from '../project-skill.ts'
import { closed, limit } from '../shared.ts'
import { PackageForm } from '../skill-package.ts'
import { json, operation } from './operation.ts'
import { fileHeaders } from './reads.ts'

const tag = 'projects'
const skills = '/v1/projects/{project_id}/skills'

export const projectParams = closed({
  project_id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$', description: 'Lower-case letters, digits and hyphens' }),
})
const skillParams = closed({
  ...projectParams.properties,
  name: Type.String({ maxLength: 128, pattern: '^[\\w-][\\w.-]*$' }),
})
const version = Type.Optional({ ...VersionPrefix, description: 'version_hash or a prefix of it; default: the active version' })

export const listProjectSkills = operation({
  method: 'get',
  path: skills,
  tag,
  summary: 'Skills of a project: names and descriptions, for agents to choose from',
  scope: 'read',
  params: projectParams,
  query: closed({
    enabled: Type.Optional(Type.Boolean({ description: 'Only those that are enabled, or are not; default: all' })),
    limit: limit(100),
    cursor: Type.Optional(Type.String({ maxLength: 256, description: 'next_cursor of the page before' })),
  }),
  returns: json(ProjectSkillList),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND'],
})

export const uploadProjectSkill = operation({
  method: 'post',
  path: `${skills}:upload`,
  tag,
  summary: 'Upload a skill and use it at once; its content is its version. The first upload creates the project',
  scope: 'run',
  params: projectParams,
  form: PackageForm,
  returns: json(ProjectSkillUploaded),
  errors: [
    'INVALID_REQUEST',
    'UPLOAD_INVALID',
    'PACKAGE_INVALID',
    'PROJECT_NOT_FOUND',
    'UPLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'DISK_LOW',
    'DATA_NOT_WRITABLE',
    'SHUTTING_DOWN',
  ],
})

export const listProjectSkillFiles = operation({
  method: 'get',
  path: `${skills}/{name}/files`,
  tag,
  summary: 'Files of a skill',
  scope: 'read',
  params: skillParams,
  query: closed({ version }),
  returns: json(ProjectSkillFiles),
  errors: [
    'INVALID_REQUEST',
    'PROJECT_NOT_FOUND',
    'SKILL_NOT_FOUND',
    'SKILL_VERSION_NOT_FOUND',
    'SKILL_DISABLED',
    'SKILL_DEGRADED',
  ],
})

export const getProjectSkillFile = operation({
  method: 'get',
  path: `${skills}/{name}/files/{path}`,
  tag,
  summary: 'One file of a skill, such as SKILL.md, or a range of it; the path may contain slashes',
  scope: 'read',
  params: closed({ ...skillParams.properties, path: Type.String({ minLength: 1, maxLength: 4096 }) }),
  query: closed({ version }),
  headers: fileHeaders,
  returns: {
    type: 'application/octet-stream',
    description: 'The file, with its own content type; the ETag is its sha256, and X-Skill-Version the version_hash',
  },
  errors: [
    'INVALID_REQUEST',
    'PATH_INVALID',
    'PROJECT_NOT_FOUND',
    'SKILL_NOT_FOUND',
    'SKILL_VERSION_NOT_FOUND',
    'FILE_NOT_FOUND',
    'SKILL_DISABLED',
    'SKILL_DEGRADED',
    'RANGE_NOT_SATISFIABLE',
  ],
})

export const listProjectSkillVersions = operation({
  method: 'get',
  path: `${skills}/{name}/versions`,
  tag,
  summary: 'Versions of a skill that were uploaded',
  scope: 'read',
  params: skillParams,
  returns: json(ProjectSkillVersions),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'SKILL_NOT_FOUND', 'SKILL_DEGRADED'],
})

export const activateProjectSkill = operation({
  method: 'post',
  path: `${skills}/{name}:activate`,
  tag,
  summary: 'Use another version of a skill that was uploaded before',
  scope: 'run',
  params: skillParams,
  body: ProjectSkillActivate,
  returns: json(ProjectSkillView),
  errors: [
    'INVALID_REQUEST',
    'PROJECT_NOT_FOUND',
    'SKILL_NOT_FOUND',
    'SKILL_VERSION_NOT_FOUND',
    'SKILL_READ_ONLY',
    'SKILL_DEGRADED',
    'SHUTTING_DOWN',
  ],
})

export const changeProjectSkill = operation({
  method: 'patch',
  path: `${skills}/{name}`,
  tag,
  summary: 'Enable or disable a skill in its project',
  scope: 'run',
  params: skillParams,
  body: ProjectSkillChange,
  returns: json(ProjectSkillView),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'SKILL_NOT_FOUND', 'SKILL_READ_ONLY', 'SHUTTING_DOWN'],
})

export const deleteProjectSkill = operation({
  method: 'delete',
  path: `${skills}/{name}`,
  tag,
  summary: 'Delete a skill of a project with all its versions; what is running keeps its files',
  scope: 'run',
  params: skillParams,
  returns: json(ProjectSkillRemoved),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'SKILL_NOT_FOUND', 'SKILL_READ_ONLY', 'SHUTTING_DOWN'],
})
