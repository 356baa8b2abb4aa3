import type { Engine } from '../engines/engine.ts'
import type { Settings } from '../engines/settings.ts'
import { secretsInSettings } from './credential-secrets.ts'

/** What an engine sees of the server's environment: what it signs in with, and what the operator passes on. Empty counts as not set. */
export function engineEnv(
  { account }: Pick<Engine, 'account'>,
  settings: Settings,
  passEnv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const names = new Set([...(account?.env(settings) ?? []), ...passEnv])
  const seen = [...names].flatMap((name) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined
    return value ? [[name, value] as const] : []
  })
  return Object.fromEntries(seen)
}

/** What of that, and of the operator's settings, nobody may be shown. Those that the operator passes on are known as secrets anyway. */
export function keysIn(
  { account }: Pick<Engine, 'account'>,
  operator: Settings,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const inEnv = (account?.keys(operator) ?? []).flatMap((name) => (Object.hasOwn(env, name) && env[name] ? [env[name]] : []))
  return [...inEnv, ...secretsInSettings(operator)]
}
