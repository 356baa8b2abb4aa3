import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Fallback } from '../domain/fail-over.ts'
import type { Wish } from '../domain/job.ts'
import { warningOf } from '../domain/warning.ts'
import type { Engine } from '../engines/engine.ts'
import type { Settings } from '../engines/settings.ts'
import { Fault } from '../lib/fault.ts'
import { settingsFor } from '../runs/engine-settings.ts'
import type { SkillPackage } from '../skills/package.ts'
import { type BudgetUnits, requireNoBudget, requireReported } from './budgets.ts'
import { enginesFor } from './choose-engine.ts'
import { chooseModel } from './choose-model.ts'
import type { IntakeDeps } from './deps.ts'
import { enginesAsked } from './engines-asked.ts'
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

/** What a plan is made for. */
interface Planned {
  readonly skill: SkillPackage
  readonly request: Wish
  /** The engine that the request names; undefined: it leaves the choice to the server. */
  readonly asked: string | undefined
  readonly units: BudgetUnits
}

/** The engine of a run, and those that follow it where it cannot reach its provider. All of them have to be able to run the skill. */
export async function planEngine(
  deps: IntakeDeps,
  skill: SkillPackage,
  request: Wish,
  units: BudgetUnits,
): Promise<Plan & { readonly fallbacks: readonly Fallback[] }> {
  const asked = enginesAsked(request)
  if (skill.entrypoint.kind !== 'script') await deps.installations.settled(asked ?? skill.engines)
  const plan = await planOne(deps, { skill, request, asked: asked?.[0], units })
  // The model that a request names is one of its first engine.
  const { model: _model, effort: _effort, provider_id: _provider, ...rest } = request
  const others: Choice[] = []
  for (const name of asked?.slice(1) ?? [])
    others.push((await planOne(deps, { skill, request: rest, asked: name, units })).choice)
  const warnings = [plan.choice, ...others].flatMap((choice) => choice.warnings)
  return { ...plan, choice: { ...plan.choice, warnings }, fallbacks: others.map(({ warnings: _, ...fallback }) => fallback) }
}

/** The first engine that can run the skill and accepts the request; if none does, the fault of the preferred one. */
async function planOne(deps: IntakeDeps, planned: Planned): Promise<Plan> {
  const { skill, asked, units } = planned
  const engines = candidatesFor(deps, skill, asked)
  const refusals: Fault[] = []
  for (const engine of engines) {
    try {
      return told(asked, await planWith(deps, engine, planned, false))
    } catch (error) {
      if (!isAboutEngine(error, engine, planned)) throw error
      refusals.push(error)
    }
  }
  const [[preferred], [refusal]] = [engines, refusals]
  if (!preferred || !refusal) {
    requireNoBudget(units)
    return byScript
  }
  if (deps.limits.unknownModels === 'pass') return planWith(deps, preferred, planned, true)
  throw refusal
}

/** A caller who named no engine could mistake a recording for the answer of a model. */
function told(asked: string | undefined, plan: Plan): Plan {
  const { choice } = plan
  if (choice.engine !== 'replay' || asked !== undefined) return plan
  const message =
    'No engine that could ask a model is ready: a recording that the skill ships is played. To ask a model, install an engine and sign in.'
  return { ...plan, choice: { ...choice, warnings: [...choice.warnings, warningOf('RECORDING_PLAYED', message)] } }
}

const byScript: Plan = {
  choice: { engine: 'script', engineVersion: null, engineConfig: {}, model: null, warnings: [] },
  settings: {},
}

/** Faults after which another engine is tried. A request with settings for this engine means this one. */
const isAboutEngine = (error: unknown, engine: Engine, { request, asked }: Planned): error is Fault =>
  error instanceof Fault &&
  (error.code === 'MODEL_UNKNOWN' ||
    (error.code === 'BUDGET_UNSUPPORTED' && asked === undefined) ||
    (error.code === 'ENGINE_CONFIG_INVALID' && Object.keys(configFor(engine, request)).length === 0))

async function planWith(
  deps: IntakeDeps,
  engine: Engine,
  { skill, request, units }: Planned,
  passesUnknown: boolean,
): Promise<Plan> {
  requireReported(deps, skill, engine, units)
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
  return typeof found === 'object' && !Array.isArray(found) ? { ...found } : {}
}
