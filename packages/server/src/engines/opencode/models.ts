import type { Known } from '../engine.ts'
import type { Catalogue, Model, ModelsProbe } from '../models.ts'
import { homeFiles, opencodeEnv } from './launch.ts'
import { modelsSetUp, withUsable } from './providers.ts'
import { opencodeSettings } from './settings.ts'

/** What it can be asked for depends on its version, on the settings and on who is signed in: only the CLI itself knows. */
export const opencodeModelsProbe: ModelsProbe = {
  launch: (request) => ({
    argv: [request.program.path, 'models'],
    env: opencodeEnv(request),
    stdin: null,
    files: homeFiles(withUsable(request)),
    shown: [],
  }),
  read: ({ code, stdout }) => (code === 0 ? modelsIn(stdout) : null),
}

const named = /^[\w.@-]+\/\S+$/

const modelsIn = (printed: string): Model[] =>
  printed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => named.test(line))
    .map(modelOf)

const modelOf = (id: string): Model => ({ id, name: id, aliases: [] })

/** The operator's choice first. Until the CLI has answered, what the settings describe, and whatever else is asked for. */
export function opencodeModels({ settings, listed }: Known): Catalogue {
  const wanted = opencodeSettings.modelIn(settings)
  const first = wanted === null ? [] : [modelOf(wanted)]
  const withFirst = (models: readonly Model[]) => [
    ...models.filter(({ id }) => id === wanted),
    ...(models.some(({ id }) => id === wanted) ? [] : first),
    ...models.filter(({ id }) => id !== wanted),
  ]
  if (listed && 'models' in listed) return { models: withFirst(byPreference(listed.models)), fallbackReason: null }
  const reason = listed?.reason ?? 'the CLI has not been asked yet'
  return {
    models: withFirst(modelsSetUp(settings).map((model) => ({ ...model, aliases: [] }))),
    fallbackReason: `${reason}; these are the models that the settings name, and any other may be asked for`,
    takes: named,
  }
}

/** As it would choose itself where nobody does: these first, the newest of each. */
const preferred = ['gpt-5', 'claude-sonnet-4', 'gemini-3-pro']

function byPreference(models: readonly Model[]): Model[] {
  const rank = ({ id }: Model) => preferred.findIndex((name) => id.includes(name))
  const chosen = models.filter((model) => rank(model) >= 0)
  const best = chosen.toSorted((a, b) => rank(b) - rank(a) || b.id.localeCompare(a.id))
  return [...best.slice(0, 1), ...models.filter((model) => model !== best[0])]
}
