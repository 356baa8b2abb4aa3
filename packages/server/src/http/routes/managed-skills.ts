import type { ManagedSkillDetail, SkillSchemas } from '@agent-skill-runner/contract/management.ts'
import type { FastifyInstance } from 'fastify'
import type { Principal } from '../../domain/job.ts'
import { effectiveEngines } from '../../intake/choose-engine.ts'
import { Fault } from '../../lib/fault.ts'
import type { Entrypoint } from '../../skills/entrypoint.ts'
import { sizesOf } from '../../skills/file-sizes.ts'
import type { SkillPackage } from '../../skills/package.ts'
import type { SkillEntry } from '../../skills/registry.ts'
import { fieldsOf } from '../../skills/schema/fields.ts'
import { fileNames } from '../file-views.ts'
import { route } from '../route.ts'
import { type Needs, skillOpenApi } from '../skill-openapi.ts'
import type { DoorDeps, RouteDeps } from './deps.ts'
import { detail, requireEntry, summaries, summary } from './skills.ts'

/** Skills as whoever runs them sees them: what is in them, what a form for one needs, and a document for whoever calls one. */
export function managedSkillRoutes(app: FastifyInstance, { runner, openapi }: RouteDeps): void {
  route(app, 'listManagedSkills', async () => ({ skills: await summaries(runner) }))
  route(app, 'getManagedSkill', async ({ params }) => managedDetail(runner, await requireEntry(runner, params.skill_id)))
  route(app, 'getSkillSchemas', async ({ params }) => schemas(await requireHealthy(runner, params.skill_id), runner))
  route(app, 'getSkillOpenApi', async ({ params, principal }) => {
    const skill = await requireHealthy(runner, params.skill_id)
    return { ...skillOpenApi(openapi.document, skill, await needsOf(runner, principal, skill)) }
  })
}

async function requireHealthy(runner: DoorDeps, id: string): Promise<SkillPackage> {
  const entry = await requireEntry(runner, id)
  if (entry.health === 'degraded') throw new Fault('SKILL_DEGRADED', { skill_id: id, problems: entry.problems })
  return entry.skill
}

async function managedDetail(runner: DoorDeps, entry: SkillEntry): Promise<ManagedSkillDetail> {
  const { files: _paths, ...details } = detail(entry, runner)
  const { entrypoint: _type, ...known } = summary(entry, runner)
  const skill = entry.health === 'healthy' ? entry.skill : null
  return {
    ...known,
    ...details,
    built_in: entry.health === 'healthy' ? entry.skill.builtIn : entry.builtIn,
    entrypoints: skill ? [presentEntrypoint(skill.entrypoint)] : [],
    files: skill ? (await sizesOf(skill)).map(({ path, size }) => ({ ...fileNames(path), size })) : [],
  }
}

type EntrypointView = ManagedSkillDetail['entrypoints'][number]

function presentEntrypoint(entrypoint: Entrypoint): EntrypointView {
  const prompts = entrypoint.kind === 'script' ? [] : entrypoint.templates
  return {
    type: entrypoint.kind,
    command: entrypoint.kind === 'prompt' ? null : entrypoint.command,
    prompts: prompts.map(({ engine, template }) => ({
      engine: engine ?? 'common',
      template: template.kind === 'file' ? template.path : template.text,
    })),
  }
}

function schemas(skill: SkillPackage, { engines }: DoorDeps): SkillSchemas {
  const { input, parameter, output } = skill.schemas as Pick<SkillSchemas, 'input' | 'parameter' | 'output'>
  return {
    skill_id: skill.id,
    version: skill.version,
    input,
    parameter,
    output,
    fields: fieldsOf(skill).map((field) => ({ ...field })),
    execution_modes: [...skill.modes],
    effective_engines: effectiveEngines(engines, skill),
  }
}

/** A request may leave out what may be empty; only the schemas themselves can tell. */
async function needsOf(deps: DoorDeps, { caller }: Principal, skill: SkillPackage): Promise<Needs> {
  const bounded = deps.bounded.by({ caller, skill: skill.digest })
  const [inputs, parameters] = await Promise.all([
    bounded.check(skill.inlineSchema, {}, 'input.schema.json'),
    bounded.check(skill.schemas.parameter, {}, 'parameter.schema.json'),
  ])
  return { input: inputs.length > 0, parameter: parameters.length > 0 }
}
