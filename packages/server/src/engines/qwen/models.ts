import type { Known } from '../engine.ts'
import { type Catalogue, catalogueOf, type Model, type Snapshots, withRetired } from '../models.ts'
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

/** Skills of their time still name them. */
const retired = [
  'qwen3-coder-flash',
  'qwen3-coder-480b-a35b-instruct',
  'coder-model',
  'vision-model',
  'qwen-max',
  'qwen-plus',
].map(named)

/** A model that the operator has set comes first, known or not: it may be one of another provider. */
export function qwenModels({ version, settings }: Known): Catalogue {
  const catalogue = withRetired(catalogueOf(snapshots, version), retired)
  const wanted = qwenSettings.modelIn(settings)
  if (wanted === null) return catalogue
  return { ...catalogue, models: [named(wanted), ...catalogue.models.filter(({ id }) => id !== wanted)] }
}
