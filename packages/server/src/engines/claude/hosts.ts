import { hostAndPort } from '../../lib/host-and-port.ts'
import type { Settings } from '../settings.ts'
import { variablesIn } from './settings.ts'

const baseUrl = 'ANTHROPIC_BASE_URL'

type Env = Readonly<Record<string, string>>

/** Where its requests are sent; else the provider itself, and where the sign-in of a person is refreshed. */
export function claudeHosts(settings: Settings, env: Env): readonly string[] {
  const elsewhere = hostAndPort(variablesIn(settings)[baseUrl] ?? env[baseUrl] ?? '')
  return elsewhere === null ? ['api.anthropic.com', 'platform.claude.com'] : [elsewhere]
}

/** The same variables, with its provider under the name that the gate knows it by. */
export const behindGate = (env: Env, nameFor: (url: string) => string): Env =>
  env[baseUrl] === undefined ? env : { ...env, [baseUrl]: nameFor(env[baseUrl]) }
