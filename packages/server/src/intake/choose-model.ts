import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { nearest } from '../config/near.ts'
import { warningOf } from '../domain/warning.ts'
import type { Engine } from '../engines/engine.ts'
import { type Catalogue, type Model, modelOf } from '../engines/models.ts'
import type { Settings } from '../engines/settings.ts'
import { Fault } from '../lib/fault.ts'

/** The places where a model can be named. */
export interface ModelWish {
  /** The id of the skill. */
  readonly skill: string
  /** By the job itself. */
  readonly job: string | null
  /** In the settings that came with the job. */
  readonly config: Settings
  /** In those and, under them, the settings of the skill. */
  readonly asked: Settings
}

interface ChosenModel {
  readonly model: string
  readonly warnings: readonly Warning[]
}

/**
 * The model that the caller names, else the one that the skill recommends, else the first of the engine. An unknown name in a request is
 * an error; in a skill, which may be old, it is replaced by the first of the engine.
 */
export function chooseModel(engine: Engine, catalogue: Catalogue, wish: ModelWish, passesUnknown: boolean): ChosenModel {
  const modelIn = (settings: Settings) => engine.settings?.modelIn(settings) ?? null
  const named = wish.job ?? modelIn(wish.config)
  const wanted = wish.job ?? modelIn(wish.asked)
  const known = modelOf(catalogue, wanted) ?? (named === null ? null : modelOf(catalogue, named))
  if (known) return { model: known.id, warnings: known.deprecated ? [deprecated(engine, known)] : [] }
  if (wanted !== null && passesUnknown) return { model: wanted, warnings: [notListed(engine, wanted)] }
  const [first] = catalogue.models
  if (wanted === null || named !== null || !first) throw unknown(engine, catalogue, named ?? wanted)
  return { model: first.id, warnings: [replaced(engine, wish.skill, wanted, first)] }
}

const mostNearest = 5

function unknown({ id: engine }: Engine, { models }: Catalogue, model: string | null): Fault {
  const names = models.flatMap(({ id, aliases }) => [...aliases.filter((alias) => !alias.startsWith('@')), id])
  const near = model === null ? [] : nearest(model, names).slice(0, mostNearest)
  return new Fault('MODEL_UNKNOWN', { engine, model, nearest: near, models: models.map(({ id }) => id) })
}

const deprecated = ({ id: engine }: Engine, { id: model }: Model): Warning =>
  warningOf('MODEL_DEPRECATED', `The model ${model} of ${engine} is retired or about to be. It is passed on.`, { engine, model })

const notListed = ({ id: engine }: Engine, model: string): Warning =>
  warningOf('MODEL_NOT_LISTED', `${engine} does not list the model ${model}. It is passed on.`, { engine, model })

const replaced = ({ id: engine }: Engine, skill: string, wanted: string, { id: model }: Model): Warning =>
  warningOf(
    'MODEL_REPLACED',
    `The skill ${skill} recommends the model ${wanted}, which ${engine} does not list. Its default is used: ${model}.`,
    { skill_id: skill, engine, recommended: wanted, model },
  )
