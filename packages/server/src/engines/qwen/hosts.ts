import { hostAndPort } from '../../lib/host-and-port.ts'
import { isFields, isText } from '../fields.ts'
import type { Settings } from '../settings.ts'
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

function urlIn({ security, model }: Settings): string | undefined {
  const auth = isFields(security) && isFields(security['auth']) ? security['auth'] : {}
  return [auth['baseUrl'], isFields(model) ? model['baseUrl'] : null].find(isText)
}

/** The same variables, with its provider under the name that the gate knows it by. */
export function behindGate(env: Env, nameFor: (url: string) => string): Env {
  const names = new Set(Object.values(ways).map(({ variable }) => variable))
  const urls = [...names].flatMap((name) => (env[name] === undefined ? [] : [[name, nameFor(env[name])] as const]))
  return { ...env, ...Object.fromEntries(urls) }
}
