import { hostAndPort } from '../../lib/host-and-port.ts'
import { isFields, isText } from '../fields.ts'
import type { Settings } from '../settings.ts'
import { ownProvider } from './settings.ts'

const signIn = 'auth.openai.com'

/** Where a provider of the operator's own is; else where the built-in one is, for a key and for the sign-in of a person. */
export function codexHosts(settings: Settings): readonly string[] {
  const provider = ownProvider(settings)
  if (provider !== null && isText(provider['base_url']))
    return [...hostOf(provider['base_url']), ...(provider['requires_openai_auth'] === true ? [signIn] : [])]
  return [
    ...hostOf(settings['openai_base_url'], 'api.openai.com'),
    ...hostOf(settings['chatgpt_base_url'], 'chatgpt.com'),
    signIn,
  ]
}

function hostOf(url: unknown, otherwise?: string): string[] {
  const host = isText(url) ? hostAndPort(url) : (otherwise ?? null)
  return host === null ? [] : [host]
}

/** The same settings, with every provider under the name that the gate knows it by. */
export function behindGate(settings: Settings, nameFor: (url: string) => string): Settings {
  const { model_providers: all } = settings
  const providers = isFields(all)
    ? Object.entries(all).map(([name, one]) => [name, isFields(one) ? renamed(one, ['base_url'], nameFor) : one])
    : null
  const renamedOnes = renamed(settings, ['openai_base_url', 'chatgpt_base_url'], nameFor)
  return providers === null ? renamedOnes : { ...renamedOnes, model_providers: Object.fromEntries(providers) }
}

function renamed(table: Settings, names: readonly string[], nameFor: (url: string) => string): Settings {
  const urls = names.flatMap((name) => (isText(table[name]) ? [[name, nameFor(table[name])] as const] : []))
  return { ...table, ...Object.fromEntries(urls) }
}
