import type { Wish } from '../domain/job.ts'
import type { Engine, Known } from '../engines/engine.ts'
import { modelOf } from '../engines/models.ts'
import type { Settings } from '../engines/settings.ts'
import { Fault } from '../lib/fault.ts'
import { type EngineSettings, settingsFor } from '../runs/engine-settings.ts'
import type { SkillPackage } from '../skills/package.ts'
import { chooseEngine, type Problem } from './choose-engine.ts'
import type { IntakeDeps } from './deps.ts'
import { modelNamed } from './model-named.ts'

/** What is decided about the engine when a job is created; the run holds to it. */
export interface Choice {
  /** `script` where no engine takes part. */
  readonly engine: string
  readonly engineVersion: string | null
  readonly engineConfig: Settings
  readonly model: string | null
}

/** A choice with what it came from, for the key under which results are shared. */
export interface Plan {
  readonly choice: Choice
  readonly settings: Settings
}

export async function planEngine(deps: IntakeDeps, skill: SkillPackage, request: Wish): Promise<Plan> {
  if (skill.entrypoint.kind !== 'script') await deps.installations.settled(request.engine ? [request.engine] : skill.engines)
  const name = chooseEngine(deps.engines, skill, request.engine, problemFor(deps, skill, request.engine))
  const engine = name === null ? undefined : deps.engines.built[name]
  if (!engine) return { choice: { engine: 'script', engineVersion: null, engineConfig: {}, model: null }, settings: {} }
  const engineConfig = configFor(engine, request)
  const settings = await settingsFor(deps, engine, { skillFolder: skill.root, skillFiles: skill.files, request: engineConfig })
  const version = deps.installations.current(engine.id)?.version ?? null
  const known = { skillFiles: skill.files, version, settings: settings.operator, listed: await deps.modelLists.lastKnown(engine) }
  const model = requireModel(engine, known, settings, modelNamed(engine.models(known), request))
  return { choice: { engine: engine.id, engineVersion: version, engineConfig, model }, settings: settings.merged }
}

/** Who names an engine gets it, or hears why not when it runs. Else those that are signed in come first, as far as that is known. */
function problemFor({ engines, installations, auth }: IntakeDeps, skill: SkillPackage, asked: string | undefined): Problem {
  const usable: Problem = (name) => installations.problem(name)
  const isSignedOut = (name: string) => {
    const engine = engines.built[name]
    return engine !== undefined && auth.lastKnown(engine) === false
  }
  const usableNow = skill.engines.filter((name) => engines.enabled.includes(name) && usable(name) === null)
  if (asked !== undefined || usableNow.every(isSignedOut)) return usable
  return (name) => usable(name) ?? (isSignedOut(name) ? 'Nobody is signed in.' : null)
}

/** Of the settings that a request brings, those of the engine that runs it. */
function configFor({ id }: Engine, request: Wish): Settings {
  const found = Object.entries(request).find(([name]) => name === `${id}_config`)?.[1]
  return typeof found === 'object' ? found : {}
}

/** As asked for, else as the skill recommends, else the first of the engine. */
function requireModel(engine: Engine, known: Known, { asked: settings }: EngineSettings, asked: string | undefined): string {
  const catalogue = engine.models(known)
  const wanted = asked ?? engine.settings?.modelIn(settings) ?? null
  const model = modelOf(catalogue, wanted)
  if (model) return model.id
  throw new Fault('MODEL_UNKNOWN', { engine: engine.id, model: wanted, models: catalogue.models.map(({ id }) => id) })
}
