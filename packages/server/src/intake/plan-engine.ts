import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Wish } from '../domain/job.ts'
import { warningOf } from '../domain/warning.ts'
import type { Engine } from '../engines/engine.ts'
import type { Settings } from '../engines/settings.ts'
import { Fault } from '../lib/fault.ts'
import { settingsFor } from '../runs/engine-settings.ts'
import type { SkillPackage } from '../skills/package.ts'
import { enginesFor } from './choose-engine.ts'
import { chooseModel } from './choose-model.ts'
import type { IntakeDeps } from './deps.ts'
import { modelNamed } from './model-named.ts'

/** The choice of engine and model that is fixed when a job is created. */
interface Choice {
  /** `script` where no engine takes part. */
  readonly engine: string
  readonly engineVersion: string | null
  readonly engineConfig: Settings
  readonly model: string | null
  /** Warnings where the choice differs from the skill. */
  readonly warnings: readonly Warning[]
}

/** A choice with the settings that it is based on, for the cache key. */
interface Plan {
  readonly choice: Choice
  readonly settings: Settings
}

/** The first engine that can run the skill and accepts the request; if none does, the fault of the preferred one. */
export async function planEngine(deps: IntakeDeps, skill: SkillPackage, request: Wish): Promise<Plan> {
  if (skill.entrypoint.kind !== 'script') await deps.installations.settled(request.engine ? [request.engine] : skill.engines)
  const engines = candidatesFor(deps, skill, request.engine)
  const refusals: Fault[] = []
  for (const engine of engines) {
    try {
      return told(request, await planWith(deps, engine, skill, request, false))
    } catch (error) {
      if (!isAboutEngine(error, engine, request)) throw error
      refusals.push(error)
    }
  }
  const [[preferred], [refusal]] = [engines, refusals]
  if (!preferred || !refusal) return byScript
  if (deps.limits.unknownModels === 'pass') return planWith(deps, preferred, skill, request, true)
  throw refusal
}

/** A caller who named no engine could mistake a recording for the answer of a model. */
function told(request: Wish, plan: Plan): Plan {
  const { choice } = plan
  if (choice.engine !== 'replay' || request.engine !== undefined) return plan
  const message =
    'No engine that could ask a model is ready: a recording that the skill ships is played. To ask a model, install an engine and sign in.'
  return { ...plan, choice: { ...choice, warnings: [...choice.warnings, warningOf('RECORDING_PLAYED', message)] } }
}

const byScript: Plan = {
  choice: { engine: 'script', engineVersion: null, engineConfig: {}, model: null, warnings: [] },
  settings: {},
}

/** Faults after which another engine is tried. A request with settings for this engine means this one. */
const isAboutEngine = (error: unknown, engine: Engine, request: Wish): error is Fault =>
  error instanceof Fault &&
  (error.code === 'MODEL_UNKNOWN' ||
    (error.code === 'ENGINE_CONFIG_INVALID' && Object.keys(configFor(engine, request)).length === 0))

async function planWith(
  deps: IntakeDeps,
  engine: Engine,
  skill: SkillPackage,
  request: Wish,
  passesUnknown: boolean,
): Promise<Plan> {
  const engineConfig = configFor(engine, request)
  const settings = await settingsFor(deps, engine, { skillFolder: skill.root, skillFiles: skill.files, request: engineConfig })
  const version = deps.installations.current(engine.id)?.version ?? null
  const known = { skillFiles: skill.files, version, settings: settings.operator, listed: await deps.modelLists.lastKnown(engine) }
  const models = engine.models(known)
  const wish = { skill: skill.id, job: modelNamed(models, request) ?? null, config: engineConfig, asked: settings.asked }
  // Some CLIs list no models before sign-in. The run then reports the missing sign-in.
  const isNobody = models.models.length === 0 && deps.auth.lastKnown(engine) === false
  const { model, warnings } = isNobody ? { model: wish.job, warnings: [] } : chooseModel(engine, models, wish, passesUnknown)
  return {
    choice: {
      engine: engine.id,
      engineVersion: version,
      engineConfig,
      model,
      warnings: [...warnings, ...ignoredSettings(skill, engine, settings.ignored)],
    },
    settings: settings.merged,
  }
}

const ignoredSettings = ({ id }: SkillPackage, engine: Engine, names: readonly string[]): Warning[] =>
  names.length === 0
    ? []
    : [
        warningOf(
          'SKILL_SETTINGS_IGNORED',
          `The skill ${id} sets ${names.join(', ')} for ${engine.id}, which only the operator of the server may set. The settings have no effect.`,
          { skill_id: id, engine: engine.id, names },
        ),
      ]

/**
 * A named engine is used, and the run reports its problems. Otherwise engines known to be signed in come first, and recordings last: except
 * for demos, a recording must not hide a missing sign-in.
 */
function candidatesFor(
  { engines, installations, auth, registry }: IntakeDeps,
  skill: SkillPackage,
  asked: string | undefined,
): Engine[] {
  const ready = enginesFor(engines, skill, asked, (name) => installations.problem(name))
  const built = ready.flatMap((name) => engines.built[name] ?? [])
  const isSignedOut = (engine: Engine) => auth.lastKnown(engine) === false
  const recording = built.filter(({ id }) => id === 'replay' && id !== engines.byDefault)
  const others = built.filter((engine) => !recording.includes(engine))
  const [signedIn, signedOut] = [others.filter((engine) => !isSignedOut(engine)), others.filter(isSignedOut)]
  return registry.isBuiltIn(skill) ? [...signedIn, ...recording, ...signedOut] : [...signedIn, ...signedOut, ...recording]
}

/** Of the settings that a request brings, those of the engine that runs it. */
function configFor({ id }: Engine, request: Wish): Settings {
  const found = Object.entries(request).find(([name]) => name === `${id}_config`)?.[1]
  return typeof found === 'object' ? found : {}
}
