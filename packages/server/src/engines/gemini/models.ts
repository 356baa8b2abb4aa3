import type { Known } from '../engine.ts'
import { type Catalogue, catalogueOf, type Model, type Snapshots, withRetired } from '../models.ts'
import { geminiSettings } from './settings.ts'

const named = (id: string): Model => ({ id, name: id, aliases: [] })

/** Those that its own tables name, its default first. */
const snapshots: Snapshots = {
  '0.61.0': [
    'gemini-2.5-pro',
    'gemini-3.1-pro-preview',
    'gemini-3.1-pro-preview-customtools',
    'gemini-3-pro-preview',
    'gemini-3.8-flash',
    'gemini-3.5-flash',
    'gemini-3-flash-preview',
    'gemini-3-flash',
    'gemini-3.5-flash-lite',
    'gemini-3.1-flash-lite',
    'gemini-2.5-flash',
    'gemini-2.5-flash-lite',
    'gemma-4-31b-it',
    'gemma-4-26b-a4b-it',
  ].map(named),
}

/** Skills of their time still name them. */
const retired = [
  'gemini-2.5-pro-preview-06-05',
  'gemini-2.5-pro-preview-05-06',
  'gemini-2.0-flash',
  'gemini-2.0-flash-lite',
  'gemini-2.0-flash-exp',
  'gemini-1.5-pro',
  'gemini-1.5-flash',
].map(named)

/** A model that the operator has set comes first, known or not. */
export function geminiModels({ version, settings }: Known): Catalogue {
  const catalogue = withRetired(catalogueOf(snapshots, version), retired)
  const wanted = geminiSettings.modelIn(settings)
  if (wanted === null) return catalogue
  return { ...catalogue, models: [named(wanted), ...catalogue.models.filter(({ id }) => id !== wanted)] }
}
