import { hostAndPort } from '../../lib/host-and-port.ts'
import type { Settings } from '../settings.ts'
import { authType } from './settings.ts'

/** Variables that send it to another provider than Google. */
const baseUrls = ['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL']

type Env = Readonly<Record<string, string>>

/** Where its requests are sent; else those of Google that it asks, for a key, for Vertex and for the sign-in of a person. */
export function geminiHosts(settings: Settings, env: Env): readonly string[] {
  const elsewhere = baseUrls.flatMap((name) => hostAndPort(env[name] ?? '') ?? [])
  // The sign-in of a person is good for Google only.
  if (elsewhere.length > 0 && authType(settings, env) !== 'oauth-personal') return elsewhere
  const location = env['GOOGLE_CLOUD_LOCATION']
  return [
    ...['generativelanguage.googleapis.com', 'cloudcode-pa.googleapis.com', 'oauth2.googleapis.com', 'aiplatform.googleapis.com'],
    ...(location === undefined ? [] : [`${location}-aiplatform.googleapis.com`]),
  ]
}

/** The same variables, with its provider under the name that the gate knows it by. */
export function behindGate(env: Env, nameFor: (url: string) => string): Env {
  const urls = baseUrls.flatMap((name) => (env[name] === undefined ? [] : [[name, nameFor(env[name])] as const]))
  return { ...env, ...Object.fromEntries(urls) }
}
