import type { AgentSkillsIndex } from '@agent-skill-runner/contract/discovery.ts'
import type { FastifyInstance } from 'fastify'
import type { DiscoveredSkill } from '../../projects/discover.ts'
import { route } from '../route.ts'
import { sendArchive } from '../vendor-skills.ts'
import type { RouteDeps } from './deps.ts'

/** Agent Skills Discovery: what skills there are for whoever shows this token, and where each is. */
export function discoveryRoutes(app: FastifyInstance, { runner: { projectSkills } }: RouteDeps): void {
  route(app, 'getAgentSkillsIndex', async ({ principal: { projectId }, reply }) => {
    reply.header('cache-control', 'private, no-cache')
    const skills = await projectSkills.discover(projectId)
    return {
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: skills.map((skill) => present(projectId, skill)),
    }
  })

  route(app, 'getAgentSkillArchive', async (call) => {
    const { principal, params, query } = call
    return sendArchive(await projectSkills.archive({ projectId: principal.projectId, ...params, ...query }, 'files'), call)
  })
}

/** The address names the version, so that what is fetched is what the digest is of, whatever was uploaded meanwhile. */
function present(
  projectId: string,
  { name, description, versionHash, kind, sha256 }: DiscoveredSkill,
): AgentSkillsIndex['skills'][number] {
  const isFile = kind === 'file'
  const path = isFile
    ? `/v1/projects/${projectId}/skills/${name}/files/SKILL.md`
    : `/.well-known/agent-skills/${name}/archive.zip`
  return {
    name,
    type: isFile ? 'skill-md' : 'archive',
    description,
    url: `${path}?version=${versionHash}`,
    digest: `sha256:${sha256}`,
  }
}
