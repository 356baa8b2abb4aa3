import type { Engines } from '../engines/enabled.ts'
import { Fault } from '../lib/fault.ts'
import type { SkillPackage } from '../skills/package.ts'

export interface Choice {
  readonly engine: string
  readonly model: string | null
}

/** What the choice depends on. */
export type Runnable = Pick<SkillPackage, 'engines' | 'files' | 'entrypoint'>

export interface Asked {
  readonly engine?: string | undefined
  readonly model?: string | undefined
}

/** Who runs the skill. A script needs nobody; an engine that is named must be allowed all the same. */
export function chooseEngine(engines: Engines, skill: Runnable, asked: Asked): Choice {
  if (asked.engine !== undefined && !skill.engines.includes(asked.engine)) throw unsupported(skill, asked.engine, {})
  if (skill.entrypoint.kind === 'script') return { engine: 'script', model: null }
  const engine = asked.engine === undefined ? firstReady(engines, skill) : requireReady(engines, skill, asked.engine)
  return { engine, model: requireModel(engines, skill, engine, asked.model) }
}

/** The server's default where the skill allows it, else the first of the skill's own that is ready. */
function firstReady(engines: Engines, skill: Runnable): string {
  const usual = skill.engines.filter((name) => name === engines.byDefault)
  const ready = [...usual, ...skill.engines].find((name) => obstacleOf(engines, skill, name) === null)
  if (ready !== undefined) return ready
  const reasons = Object.fromEntries(skill.engines.map((name) => [name, obstacleOf(engines, skill, name)]))
  throw unsupported(skill, null, { reasons })
}

function requireReady(engines: Engines, skill: Runnable, name: string): string {
  const reason = obstacleOf(engines, skill, name)
  if (reason !== null) throw unsupported(skill, name, { reason })
  return name
}

/** Why an engine that the skill allows cannot run it here; null: it can. */
function obstacleOf({ enabled, built }: Engines, skill: Runnable, name: string): string | null {
  if (!enabled.includes(name)) return 'It is not enabled on this server; see SKILL_RUNNER_ENGINES.'
  const engine = built[name]
  return engine ? engine.obstacle(skill.files) : 'This version cannot run it yet.'
}

function requireModel({ built }: Engines, skill: Runnable, engine: string, asked: string | undefined): string | null {
  const models = built[engine]?.models(skill.files) ?? []
  const model = asked ?? models[0]
  if (model !== undefined && models.includes(model)) return model
  throw new Fault('MODEL_UNKNOWN', { engine, model: model ?? null, models })
}

const unsupported = (skill: Runnable, engine: string | null, why: object): Fault =>
  new Fault('SKILL_ENGINE_UNSUPPORTED', { engine, effective_engines: skill.engines, ...why })
