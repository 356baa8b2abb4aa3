import { hostAndPort } from '../../lib/host-and-port.ts'
import type { LaunchRequest } from '../engine.ts'
import { type Fields, isFields, isText } from '../fields.ts'
import { mergeSettings, type Settings } from '../settings.ts'

interface Provider {
  readonly hosts: readonly string[]
  readonly keys: readonly string[]
}

/** Those that many have an account with. Any other can be set up in the settings, with its address and the name of its key. */
const wellKnown: Readonly<Record<string, Provider>> = {
  anthropic: { hosts: ['api.anthropic.com', 'console.anthropic.com'], keys: ['ANTHROPIC_API_KEY'] },
  openai: { hosts: ['api.openai.com', 'auth.openai.com', 'chatgpt.com'], keys: ['OPENAI_API_KEY'] },
  google: { hosts: ['generativelanguage.googleapis.com'], keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'] },
  openrouter: { hosts: ['openrouter.ai'], keys: ['OPENROUTER_API_KEY'] },
  'github-copilot': { hosts: ['api.githubcopilot.com', 'api.github.com', 'github.com'], keys: [] },
  groq: { hosts: ['api.groq.com'], keys: ['GROQ_API_KEY'] },
  mistral: { hosts: ['api.mistral.ai'], keys: ['MISTRAL_API_KEY'] },
  deepseek: { hosts: ['api.deepseek.com'], keys: ['DEEPSEEK_API_KEY'] },
  xai: { hosts: ['api.x.ai'], keys: ['XAI_API_KEY'] },
  opencode: { hosts: ['opencode.ai'], keys: ['OPENCODE_API_KEY'] },
}

type Env = Readonly<Record<string, string>>

/** The providers that the operator has set up, by their names. */
const tablesOf = ({ provider }: Settings): (readonly [name: string, table: Fields])[] =>
  isFields(provider) ? Object.entries(provider).flatMap(([name, table]) => (isFields(table) ? [[name, table] as const] : [])) : []

/** The variables that keys are taken from: those of providers that many know, and those that the settings name. */
export const keysIn = (settings: Settings): string[] => [
  ...new Set([
    ...Object.values(wellKnown).flatMap(({ keys }) => keys),
    ...tablesOf(settings).flatMap(([, table]) => variablesIn(table)),
  ]),
]

/** As a list, of which any one will do, or as `{env:NAME}` in any text of the table. */
const variablesIn = (table: Fields): string[] => [...listedIn(table), ...namedIn(table)]

const listedIn = ({ env }: Fields): string[] => (Array.isArray(env) ? env.filter(isText) : [])

const namedIn = (table: Fields): string[] =>
  [...JSON.stringify(table).matchAll(/\{env:([^}"\\]+)\}/g)].map(([, name = '']) => name)

/** Who is asked, and what there is to sign in with. */
type SignedIn = Pick<LaunchRequest, 'settings' | 'env' | 'signedInTo'>

/** What the provider of this model needs and is not there; null: nothing that we know of. */
export function missingKey({ settings, env, signedInTo = [] }: SignedIn, model: string): string | null {
  const [provider, table] = tablesOf(settings).find(([name]) => model.startsWith(`${name}/`)) ?? []
  if (provider === undefined || table === undefined || signedInTo.includes(provider)) return null
  const isMissing = (name: string) => env[name] === undefined
  const listed = listedIn(table)
  return namedIn(table).find(isMissing) ?? (listed.every(isMissing) ? (listed[0] ?? null) : null)
}

/** The same settings, without the providers whose keys are missing: the CLI would list their models all the same. */
export function withUsable(request: SignedIn): Settings {
  const { settings } = request
  const unusable = tablesOf(settings).flatMap(([name]) => (missingKey(request, `${name}/`) === null ? [] : [name]))
  const { disabled_providers: disabled } = settings
  return { ...settings, disabled_providers: [...(Array.isArray(disabled) ? disabled : []), ...unusable] }
}

/**
 * Where its requests are sent: to the addresses in the settings, to providers whose keys are there, and to those of its models. A sign-in in
 * a file does not tell for whom it is: where nothing else does, all are allowed that many know.
 */
export function opencodeHosts(settings: Settings, env: Env, model: string): readonly string[] {
  const models = [model, settings['small_model']].filter(isText)
  const own = tablesOf(settings).flatMap(([, table]) => hostOf(table))
  const named = Object.entries(wellKnown).filter(
    ([name, { keys }]) => keys.some((key) => env[key] !== undefined) || models.some((one) => one.startsWith(`${name}/`)),
  )
  const found = [...own, ...named.flatMap(([, { hosts }]) => hosts)]
  return [...new Set(found.length > 0 ? found : Object.values(wellKnown).flatMap(({ hosts }) => hosts))]
}

function hostOf(table: Fields): string[] {
  const url = addressOf(table)
  const host = url === null ? null : hostAndPort(url)
  return host === null ? [] : [host]
}

function addressOf({ options, api }: Fields): string | null {
  const { baseURL } = isFields(options) ? options : {}
  return isText(baseURL) ? baseURL : isText(api) ? api : null
}

/** The same settings, with every provider of the operator's own under the name that the gate knows it by. */
export function behindGate(settings: Settings, nameFor: (url: string) => string): Settings {
  const renamed = tablesOf(settings).flatMap(([name, table]) => {
    const url = addressOf(table)
    return url === null ? [] : [[name, { options: { baseURL: nameFor(url) } }] as const]
  })
  return renamed.length === 0 ? settings : mergeSettings(settings, { provider: Object.fromEntries(renamed) })
}

/** The models that the settings describe, as `provider/model`. */
export const modelsSetUp = (settings: Settings): { readonly id: string; readonly name: string }[] =>
  tablesOf(settings).flatMap(([provider, { models }]) =>
    Object.entries(isFields(models) ? models : {}).map(([id, model]) => ({
      id: `${provider}/${id}`,
      name: isFields(model) && isText(model['name']) ? model['name'] : `${provider}/${id}`,
    })),
  )
