import type { AnthropicSkill, AnthropicSkillVersion } from '@agent-skill-runner/contract/anthropic-skills.ts'
import type { FastifyInstance } from 'fastify'
import type { CatalogSkill } from '../../projects/catalog.ts'
import { cursorOf, parseCursor } from '../cursor.ts'
import { limitOf } from '../limit.ts'
import { route } from '../route.ts'
import { labelIn } from '../skill-form.ts'
import { skillIdOf, versionIdOf } from '../vendor-ids.ts'
import { pageBehind, type SkillVersion, vendorSkills } from '../vendor-skills.ts'
import type { RouteDeps } from './deps.ts'

/** The skills of projects for the clients of Anthropic. There the newest version is the one that counts, so it is put in use. */
export function anthropicSkillRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const skills = vendorSkills(deps)

  route(app, 'anthropicCreateSkill', async (call) =>
    present(
      await skills.create(call, (form) => {
        const displayName = labelIn(form)
        return displayName === undefined ? {} : { displayName }
      }),
    ),
  )

  route(app, 'anthropicListSkills', async ({ principal, query }) => {
    const limit = limitOf(query, 20)
    const source = sourceOf(query.source)
    if (source === 'none') return { data: [], next_page: null }
    const place = query.page ? parseCursor(query.page, 'query/page') : null
    const after = place ? { after: { createdAt: place.createdAt, name: place.id } } : {}
    const filter = { order: 'desc', limit: limit + 1, ...after, ...(source === 'any' ? {} : { source }) } as const
    const found = await deps.runner.projectSkills.catalog(principal.projectId, filter)
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return { data: page.map(present), next_page: last ? cursorOf({ createdAt: last.createdAt, id: last.name }) : null }
  })

  route(app, 'anthropicGetSkill', async (call) => present(await skills.skill(call)))

  route(app, 'anthropicDeleteSkill', async (call) => {
    await skills.remove(call)
    return { id: call.params.skill_id, type: 'skill_deleted' } as const
  })

  route(app, 'anthropicCreateSkillVersion', async (call) => {
    const { name, ...version } = await skills.createVersion(call, () => ({}))
    return presentVersion(name, version)
  })

  route(app, 'anthropicListSkillVersions', async (call) => {
    const { name } = await skills.skill(call)
    const limit = limitOf(call.query, 20)
    const rest = pageBehind(await skills.versions(call), call.query.page, idOfVersion, 'query/page')
    const page = rest.slice(0, limit)
    const last = rest.length > limit ? page.at(-1) : undefined
    return { data: page.map((version) => presentVersion(name, version)), next_page: last ? idOfVersion(last) : null }
  })

  route(app, 'anthropicGetSkillVersion', async (call) => {
    const { name } = await skills.skill(call)
    return presentVersion(name, await skills.version(call, call.params.version))
  })

  route(app, 'anthropicDeleteSkillVersion', async (call) => {
    const versionHash = await skills.removeVersion(call, call.params.version, false)
    return { id: versionIdOf(versionHash), type: 'skill_version_deleted' } as const
  })

  route(app, 'anthropicGetSkillVersionContent', (call) => skills.content(call, call.params.version))
}

const sources = { custom: 'uploaded', plugin: 'installed' } as const

const sourceOf = (source: string | null | undefined) => {
  if (source === undefined || source === null || source === '') return 'any'
  return source === 'custom' || source === 'plugin' ? sources[source] : 'none'
}

const idOfVersion = ({ versionHash }: SkillVersion): string => versionIdOf(versionHash)

const present = ({ name, displayName, latestHash, source, createdAt, updatedAt }: CatalogSkill): AnthropicSkill => ({
  id: skillIdOf(name),
  type: 'skill',
  display_name: displayName,
  latest_version_id: versionIdOf(latestHash),
  source: { type: source === 'uploaded' ? 'custom' : 'plugin' },
  created_at: createdAt,
  updated_at: updatedAt,
})

const presentVersion = (name: string, { versionHash, description, createdAt }: SkillVersion): AnthropicSkillVersion => ({
  id: versionIdOf(versionHash),
  type: 'skill_version',
  skill_id: skillIdOf(name),
  name,
  description,
  created_at: createdAt,
})
