import type { SkillDetail, SkillSummary } from '@agent-skill-runner/contract/skill.ts'
import type { FastifyInstance } from 'fastify'
import type { Network } from '../../domain/network.ts'
import { effectiveEngines } from '../../intake/choose-engine.ts'
import { Fault } from '../../lib/fault.ts'
import { usualTimeoutSec } from '../../runs/limits.ts'
import type { SkillEntry } from '../../skills/registry.ts'
import { route } from '../route.ts'
import type { DoorDeps, RouteDeps } from './deps.ts'

export function skillRoutes(app: FastifyInstance, { runner }: RouteDeps): void {
  route(app, 'listSkills', () => summaries(runner))
  route(app, 'getSkill', async ({ params }) => {
    const entry = await requireEntry(runner, params.skill_id)
    return { ...summary(entry, runner), ...detail(entry, runner) }
  })
}

export async function summaries(deps: DoorDeps): Promise<SkillSummary[]> {
  await deps.registry.caughtUp()
  return deps.registry.list().map((entry) => summary(entry, deps))
}

export async function requireEntry({ registry }: DoorDeps, id: string): Promise<SkillEntry> {
  await registry.caughtUp(id)
  const entry = registry.get(id)
  if (!entry) throw new Fault('SKILL_NOT_FOUND', { skill_id: id })
  return entry
}

export function summary(entry: SkillEntry, { engines }: Pick<DoorDeps, 'engines'>): SkillSummary {
  if (entry.health === 'degraded')
    return { ...nothingKnown, id: entry.id, name: entry.id, health_error: entry.problems.join('; ') }
  const { skill } = entry
  return {
    id: skill.id,
    version: skill.version,
    name: skill.name,
    description: skill.description,
    engines: [...skill.declaredEngines],
    unsupported_engines: [...skill.unsupportedEngines],
    effective_engines: effectiveEngines(engines, skill),
    execution_modes: [...skill.modes],
    entrypoint: { type: skill.entrypoint.kind },
    profile: skill.profile,
    health: 'healthy',
    health_error: null,
  }
}

const nothingKnown = {
  version: '0.0.0',
  description: '',
  engines: [],
  unsupported_engines: [],
  effective_engines: [],
  execution_modes: [],
  entrypoint: null,
  profile: 'auto',
  health: 'degraded',
} satisfies Partial<SkillSummary>

type Details = Omit<SkillDetail, keyof SkillSummary>

export function detail(entry: SkillEntry, { limits }: Pick<DoorDeps, 'limits'>): Details {
  if (entry.health === 'degraded') {
    return {
      schemas: null,
      artifacts: [],
      runtime: null,
      max_attempt: null,
      digest: null,
      files: [],
      warnings: [],
    }
  }
  const { skill } = entry
  return {
    schemas: skill.schemas as Details['schemas'],
    artifacts: skill.artifacts.map((artifact) => ({ ...artifact })),
    runtime: {
      timeout_sec: usualTimeoutSec(limits, skill.limits),
      network: networkOf(skill.limits.network),
      env: [...skill.env],
    },
    max_attempt: skill.maxAttempt,
    digest: skill.digest,
    files: [...skill.files],
    warnings: [...skill.warnings],
  }
}

/** A list goes by the name that clients know. */
function networkOf(network: Network | null): NonNullable<Details['runtime']>['network'] {
  if (network?.level !== 'gated') return network?.level ?? null
  return network.hosts.includes('*') ? 'gated' : 'allowlist'
}
