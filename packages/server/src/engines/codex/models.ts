import type { Known } from '../engine.ts'
import { type Catalogue, catalogueOf, type Model, type Snapshots, withRetired } from '../models.ts'
import { codexSettings } from './settings.ts'

const usual = ['low', 'medium', 'high', 'xhigh']
const more = [...usual, 'max']
const most = [...more, 'ultra']
/** All that it knows of. */
const efforts = ['none', 'minimal', ...most]

/** From `codex debug models --bundled`, those that it lists itself, by its own priority: it takes the first when none is asked for. */
const snapshots: Snapshots = {
  '0.166.0': [
    ...withEfforts('gpt-6.1-sol', 'GPT-6.1-Sol', 'low', most),
    ...withEfforts('gpt-6-astra', 'GPT-6-Astra', 'low', most),
    ...withEfforts('gpt-6-sol', 'GPT-6-Sol', 'medium', most),
    ...withEfforts('gpt-6-luna', 'GPT-6-Luna', 'medium', more),
    ...withEfforts('gpt-5.6-sol', 'GPT-5.6-Sol', 'low', most),
    ...withEfforts('gpt-6.1-terra', 'GPT-6.1 Terra', 'low', most),
    ...withEfforts('gpt-5.6-terra', 'GPT-5.6-Terra', 'medium', most),
    ...withEfforts('gpt-5.6-luna', 'GPT-5.6-Luna', 'medium', more),
    ...withEfforts('gpt-5.5', 'GPT-5.5', 'medium', usual),
  ],
}

/** Names that it had in earlier versions; skills of their time still name them. */
const retired = [
  ...['gpt-5.4', 'gpt-5.3-codex', 'gpt-5.2-codex', 'gpt-5.2', 'gpt-5.1-codex-max'].flatMap((id) =>
    withEfforts(id, id, 'medium', usual),
  ),
  ...['gpt-5.1-codex', 'gpt-5.1-codex-mini', 'gpt-5.1', 'gpt-5-codex', 'gpt-5-codex-mini', 'gpt-5'].flatMap((id) =>
    withEfforts(id, id, 'medium', ['low', 'medium', 'high']),
  ),
  ...['o3', 'o4-mini', 'codex-mini-latest'].flatMap((id) => withEfforts(id, id, 'medium', ['low', 'medium', 'high'])),
]

/** A bare name means its usual effort, which comes first. */
function withEfforts(id: string, name: string, first: string, all: readonly string[]): Model[] {
  const ordered = [first, ...all.filter((effort) => effort !== first)]
  return ordered.map((effort, index) => ({
    id: `${id}@${effort}`,
    name: `${name} (${effort})`,
    aliases: index === 0 ? [id] : [],
  }))
}

/** A model is a name and how hard to think, `name@effort`. In the name there may be an `@` too: `@cf/meta/llama`, `claude@20240229`. */
export function nameAndEffort(model: string): { readonly name: string; readonly effort: string | null } {
  const [, name, effort] = /^(.*)@([a-z]+)$/s.exec(model) ?? []
  return name === undefined || effort === undefined ? { name: model, effort: null } : { name, effort }
}

/** What the operator has set comes first, known or not: it may be a model of a provider of their own. */
export function codexModels({ version, settings }: Known): Catalogue {
  const { models, fallbackReason } = withRetired(catalogueOf(snapshots, version), retired)
  const wanted = codexSettings.modelIn(settings)
  return { models: withBareEfforts(wanted === null ? models : withFirst(models, wanted)), fallbackReason }
}

function withFirst(models: readonly Model[], wanted: string): readonly Model[] {
  const meant = nameAndEffort(wanted).name === '' ? `${nameOf(models[0])}${wanted}` : wanted
  const known = models.find((model) => means(model, meant))
  if (known) return [known, ...models.filter((other) => other !== known)]
  // Without its effort too, so that a skill can ask for another one.
  const own = new Set([meant, nameAndEffort(meant).name])
  const added = [...own].filter((id) => !models.some((model) => means(model, id))).map((id) => ({ id, name: id, aliases: [] }))
  return [...added, ...models]
}

const means = ({ id, aliases }: Model, asked: string): boolean => id === asked || aliases.includes(asked)
const nameOf = (model: Model | undefined): string => nameAndEffort(model?.id ?? '').name

/** Settings may name an effort and no model, `@high`: that is the first model, thinking as hard. */
function withBareEfforts(models: readonly Model[]): readonly Model[] {
  const family = models.filter((model) => nameOf(model) === nameOf(models[0]))
  const told = family.map(({ id }) => nameAndEffort(id).effort)
  const effortsOf = ({ id }: Model): readonly string[] => {
    const { effort } = nameAndEffort(id)
    // One that is listed without its efforts takes what the settings say.
    return effort === null ? efforts.filter((other) => !told.includes(other)) : [effort]
  }
  return models.map((model) =>
    family.includes(model) ? { ...model, aliases: [...model.aliases, ...effortsOf(model).map((effort) => `@${effort}`)] } : model,
  )
}
