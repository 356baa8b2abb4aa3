import { hostAndPort } from '../../lib/host-and-port.ts'
import { isText, valueAt } from '../fields.ts'
import { mergeSettings, type Settings, tableWith } from '../settings.ts'
import { authType } from './settings.ts'

type Env = Readonly<Record<string, string>>

/** Where each kind of sign-in leads, by its variable and without one. */
const ways: Readonly<Record<string, { readonly variable: string; readonly host: string }>> = {
  openai: { variable: 'OPENAI_BASE_URL', host: 'api.openai.com' },
  'openai-responses': { variable: 'OPENAI_BASE_URL', host: 'api.openai.com' },
  anthropic: { variable: 'ANTHROPIC_BASE_URL', host: 'api.anthropic.com' },
  gemini: { variable: 'GOOGLE_GEMINI_BASE_URL', host: 'generativelanguage.googleapis.com' },
}

/** Where its requests are sent: as its settings say, as its environment says, or to the provider of its kind of key. */
export function qwenHosts(settings: Settings, env: Env): readonly string[] {
  const way = ways[authType(settings, env)]
  const url = urlIn(settings) ?? (way && env[way.variable])
  const host = url === undefined ? (way?.host ?? null) : hostAndPort(url)
  return host === null ? [] : [host]
}

/** Where settings name an address; the first counts for more. */
const addresses = ['security.auth.baseUrl', 'model.baseUrl']

const urlIn = (settings: Settings): string | undefined => addresses.map((name) => valueAt(settings, name)).find(isText)

/** The same settings, with the addresses in them under the names that the gate knows them by. */
export function settingsBehindGate(settings: Settings, nameFor: (url: string) => string): Settings {
  const renamed = addresses.map((name) => {
    const url = valueAt(settings, name)
    return isText(url) ? tableWith(name, nameFor(url)) : {}
  })
  return renamed.reduce(mergeSettings, settings)
}

/** The same variables, with its provider under the name that the gate knows it by. */
export function behindGate(env: Env, nameFor: (url: string) => string): Env {
  const names = new Set(Object.values(ways).map(({ variable }) => variable))
  const urls = [...names].flatMap((name) => (env[name] === undefined ? [] : [[name, nameFor(env[name])] as const]))
  return { ...env, ...Object.fromEntries(urls) }
}
