import type { Known } from '../engine.ts'
import { type Catalogue, catalogueOf, type Model, type Snapshots, withRetired } from '../models.ts'
import { iflowSettings } from './settings.ts'

const named = (id: string, name: string): Model => ({ id, name, aliases: [] })

/** Those that the CLI itself offered in its last version, its default first; a provider of one's own may have others. */
const snapshots: Snapshots = {
  '0.5.19': [
    named('glm-4.7', 'GLM-4.7'),
    named('iFlow-ROME-30BA3B', 'iFlow-ROME-30BA3B'),
    named('deepseek-v3.2-chat', 'DeepSeek-V3.2'),
    named('glm-5', 'GLM-5'),
    named('qwen3-coder-plus', 'Qwen3-Coder-Plus'),
    named('kimi-k2-thinking', 'Kimi-K2-Thinking'),
    named('minimax-m2.5', 'MiniMax-M2.5'),
    named('kimi-k2.5', 'Kimi-K2.5'),
    named('kimi-k2-0905', 'Kimi-K2-0905'),
  ],
}

/** Names that it had in earlier versions; skills of their time still name them. */
const retired = [
  named('glm-4.6', 'GLM-4.6'),
  named('glm-4.5', 'GLM-4.5'),
  named('qwen3-max', 'Qwen3-Max'),
  named('qwen3-coder', 'Qwen3-Coder'),
  named('kimi-k2', 'Kimi-K2'),
  named('deepseek-v3.2', 'DeepSeek-V3.2'),
  named('deepseek-v3.1', 'DeepSeek-V3.1'),
  named('deepseek-r1', 'DeepSeek-R1'),
  named('minimax-m2', 'MiniMax-M2'),
]

/** A model that the operator has set comes first, known or not. */
export function iflowModels({ version, settings }: Known): Catalogue {
  const catalogue = withRetired(catalogueOf(snapshots, version), retired)
  const wanted = iflowSettings.modelIn(settings)
  if (wanted === null) return catalogue
  const known = catalogue.models.find(({ id }) => id === wanted)
  return { ...catalogue, models: [known ?? named(wanted, wanted), ...catalogue.models.filter(({ id }) => id !== wanted)] }
}
