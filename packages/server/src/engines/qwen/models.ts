import type { Known } from '../engine.ts'
import { type Catalogue, catalogueOf, type Model, type Snapshots } from '../models.ts'
import { qwenSettings } from './settings.ts'

const named = (id: string): Model => ({ id, name: id, aliases: [] })

/** Those that its own tables name, the one it takes for its main model first. */
const snapshots: Snapshots = {
  '0.24.4': [
    'qwen3.7-max',
    'qwen3.8-max',
    'qwen3.8-flash',
    'qwen3.7-plus',
    'qwen3.6-plus',
    'qwen3.6-flash',
    'qwen3.5-plus',
    'qwen3-max',
    'qwen3-coder-plus',
    'qwen3-coder-next',
  ].map(named),
}

/** A model that the operator has set comes first, known or not: it may be one of another provider. */
export function qwenModels({ version, settings }: Known): Catalogue {
  const catalogue = catalogueOf(snapshots, version)
  const wanted = qwenSettings.modelIn(settings)
  if (wanted === null) return catalogue
  return { ...catalogue, models: [named(wanted), ...catalogue.models.filter(({ id }) => id !== wanted)] }
}
