import type { OpenAISkill, OpenAISkillVersion } from '@agent-skill-runner/contract/openai-skills.ts'
import type { FastifyInstance } from 'fastify'
import { Fault } from '../../lib/fault.ts'
import type { CatalogSkill } from '../../projects/catalog.ts'
import { invalidRequest } from '../invalid-request.ts'
import { limitOf } from '../limit.ts'
import { route } from '../route.ts'
import { flagIn } from '../skill-form.ts'
import { nameIn, skillIdOf, versionIdOf } from '../vendor-ids.ts'
import { pageBehind, type SkillVersion, vendorSkills } from '../vendor-skills.ts'
import type { RouteDeps } from './deps.ts'

/** The skills of projects for the clients of OpenAI. There a new version is used by default only if somebody says so. */
export function openaiSkillRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { projectSkills } = deps.runner
  const skills = vendorSkills(deps)

  route(app, 'openaiCreateSkill', async (call) => present(await skills.create(call, () => ({}))))

  route(app, 'openaiListSkills', async ({ principal: { projectId }, query }) => {
    const limit = limitOf(query, 20)
    const after = query.after === undefined ? {} : { after: await placeOf(projectId, query.after) }
    const found = await projectSkills.catalog(projectId, { order: query.order ?? 'desc', limit: limit + 1, ...after })
    return listOf(found.slice(0, limit).map(present), found.length > limit)
  })

  /** A client names the last skill that it has. */
  async function placeOf(projectId: string, after: string): Promise<CatalogSkill> {
    try {
      return await projectSkills.inCatalog(projectId, nameIn(after) ?? '')
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'SKILL_NOT_FOUND')) throw error
      throw invalidRequest('query/after', 'is no skill of this list, or not any more: begin again without it', 'cursor')
    }
  }

  route(app, 'openaiGetSkill', async (call) => present(await skills.skill(call)))

  route(app, 'openaiUpdateSkill', async (call) => present(await skills.setDefault(call, call.body.default_version)))

  route(app, 'openaiDeleteSkill', async (call) => {
    await skills.remove(call)
    return { id: call.params.skill_id, object: 'skill.deleted', deleted: true } as const
  })

  route(app, 'openaiGetSkillContent', (call) => skills.content(call))

  route(app, 'openaiCreateSkillVersion', async (call) => {
    const { name, ...version } = await skills.createVersion(call, (form) => ({ activates: flagIn(form, 'default') }))
    return presentVersion(name, version)
  })

  route(app, 'openaiListSkillVersions', async (call) => {
    const { name } = await skills.skill(call)
    const { order = 'desc', after } = call.query
    const limit = limitOf(call.query, 20)
    const all = await skills.versions(call)
    const rest = pageBehind(order === 'desc' ? all : all.toReversed(), after, idOfVersion, 'query/after')
    const page = rest.slice(0, limit).map((version) => presentVersion(name, version))
    return listOf(page, rest.length > limit)
  })

  route(app, 'openaiGetSkillVersion', async (call) => {
    const { name } = await skills.skill(call)
    return presentVersion(name, await skills.version(call, call.params.version))
  })

  route(app, 'openaiDeleteSkillVersion', async (call) => {
    const version = await skills.removeVersion(call, call.params.version, true)
    return { id: versionIdOf(version), object: 'skill.version.deleted', deleted: true, version } as const
  })

  route(app, 'openaiGetSkillVersionContent', (call) => skills.content(call, call.params.version))
}

const idOfVersion = ({ versionHash }: SkillVersion): string => versionIdOf(versionHash)

const listOf = <T extends { readonly id: string }>(data: T[], hasMore: boolean) => ({
  object: 'list' as const,
  data,
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null,
  has_more: hasMore,
})

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000)

const present = ({ name, description, versionHash, latestHash, createdAt }: CatalogSkill): OpenAISkill => ({
  id: skillIdOf(name),
  object: 'skill',
  name,
  description,
  default_version: versionHash,
  latest_version: latestHash,
  created_at: seconds(createdAt),
})

const presentVersion = (name: string, { versionHash, description, createdAt }: SkillVersion): OpenAISkillVersion => ({
  id: versionIdOf(versionHash),
  object: 'skill.version',
  skill_id: skillIdOf(name),
  version: versionHash,
  name,
  description,
  created_at: seconds(createdAt),
})
