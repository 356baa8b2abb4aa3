import { Type } from 'typebox'
import { AgentSkillsIndex } from '../discovery.ts'
import { VersionPrefix } from '../project-skill.ts'
import { closed } from '../shared.ts'
import { operation } from './operation.ts'
import { plainJson } from './vendor-skills.ts'

const tag = 'compatibility'
const at = '/.well-known/agent-skills'

export const getAgentSkillsIndex = operation({
  method: 'get',
  path: `${at}/index.json`,
  tag,
  summary: 'Enabled skills of the project of the token, where each can be fetched, and the digest of what is there',
  scope: 'read',
  returns: plainJson(AgentSkillsIndex),
  errors: [],
})

export const getAgentSkillArchive = operation({
  method: 'get',
  path: `${at}/{name}/archive.zip`,
  tag,
  summary: 'All files of a skill as a zip, with SKILL.md at its top',
  scope: 'read',
  params: closed({ name: Type.String({ maxLength: 128, pattern: '^[\\w-][\\w.-]*$' }) }),
  query: closed({
    version: Type.Optional({ ...VersionPrefix, description: 'As the index names it; default: the active version' }),
  }),
  returns: { type: 'application/zip', description: 'X-Skill-Version is the version_hash' },
  errors: ['INVALID_REQUEST', 'SKILL_NOT_FOUND', 'SKILL_VERSION_NOT_FOUND', 'SKILL_DISABLED', 'SKILL_DEGRADED'],
})
