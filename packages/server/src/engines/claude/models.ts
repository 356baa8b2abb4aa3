import type { Known } from '../engine.ts'
import { type Catalogue, catalogueOf, type Model, type Snapshots } from '../models.ts'
import { claudeSettings } from './settings.ts'

const named = (id: string, ...aliases: readonly string[]): Model => ({ id, name: id, aliases })

/** Those that it sends under the name that it was given, its default first; a short name means the newest of its family. */
const snapshots: Snapshots = {
  '2.1.325': [
    named('claude-opus-5-5', 'opus'),
    named('claude-fable-5-2', 'fable'),
    named('claude-sonnet-5-5', 'sonnet'),
    named('claude-haiku-5-5', 'haiku'),
    named('claude-opus-5'),
    named('claude-opus-4-8'),
    named('claude-opus-4-7'),
    named('claude-opus-4-6'),
    named('claude-opus-4-5'),
    named('claude-fable-5-1'),
    named('claude-fable-5'),
    named('claude-sonnet-5'),
    named('claude-sonnet-4-6'),
    named('claude-sonnet-4-5'),
    named('claude-haiku-4-5'),
  ],
}

/** A model that the operator has set comes first, known or not. */
export function claudeModels({ version, settings }: Known): Catalogue {
  const catalogue = catalogueOf(snapshots, version)
  const wanted = claudeSettings.modelIn(settings)
  if (wanted === null) return catalogue
  const known = catalogue.models.find(({ id, aliases }) => id === wanted || aliases.includes(wanted))
  return { ...catalogue, models: [known ?? named(wanted), ...catalogue.models.filter((model) => model !== known)] }
}
