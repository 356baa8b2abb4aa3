import type { Known } from '../engine.ts'
import { type Catalogue, catalogueOf, type Model, type Snapshots, withRetired } from '../models.ts'
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

/** Skills of their time still name them. */
const retired = [
  'claude-opus-4-1',
  'claude-opus-4-0',
  'claude-sonnet-4-0',
  'claude-opus-4-1-20250805',
  'claude-opus-4-20250514',
  'claude-sonnet-4-20250514',
  'claude-3-7-sonnet-latest',
  'claude-3-7-sonnet-20250219',
  'claude-3-5-sonnet-latest',
  'claude-3-5-sonnet-20241022',
  'claude-3-5-haiku-latest',
  'claude-3-5-haiku-20241022',
  'claude-3-opus-20240229',
  'claude-3-haiku-20240307',
].map((id) => named(id))

/** A model that the operator has set comes first, known or not. */
export function claudeModels({ version, settings }: Known): Catalogue {
  const catalogue = withRetired(catalogueOf(snapshots, version), retired)
  const wanted = claudeSettings.modelIn(settings)
  if (wanted === null) return catalogue
  const known = catalogue.models.find(({ id, aliases }) => id === wanted || aliases.includes(wanted))
  return { ...catalogue, models: [known ?? named(wanted), ...catalogue.models.filter((model) => model !== known)] }
}
