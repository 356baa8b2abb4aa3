import type { EngineModels } from '@agent-skill-runner/contract/engine.ts'
import type { Catalogue, Model } from '../engines/models.ts'

type ModelView = EngineModels['models'][number]

/** Models as clients choose from them: with what they may send as `provider_id` and `effort`. */
export const modelViews = ({ models }: Catalogue): ModelView[] =>
  models.map((model) => ({
    id: model.id,
    display_name: model.name,
    name: model.name,
    aliases: [...model.aliases],
    provider: /^([\w.-]+)\/./.exec(model.id)?.[1] ?? null,
    supported_effort: effortsOf(models, model),
    deprecated: model.deprecated ?? false,
    notes: model.notes ?? null,
  }))

/** Those of all models of the same name, in their order: `name@effort`. */
function effortsOf(models: readonly Model[], { id }: Model): string[] {
  const [, name] = withEffort.exec(id) ?? []
  return models.flatMap((other) => {
    const [, same, effort] = withEffort.exec(other.id) ?? []
    return name !== undefined && same === name && effort !== undefined ? [effort] : []
  })
}

const withEffort = /^(.+)@([a-z]+)$/
