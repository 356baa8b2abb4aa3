import type { components } from 'e2b'
import type { components as components50 } from 'e2b-2-50'

/** The fields of requests, held against the types that the client has made of its OpenAPI file: one that is added or goes is seen here. */
type Fields<T> = Readonly<Record<keyof T, 'must' | 'never'>>

const [must, never] = ['must', 'never'] as const

const common = {
  ...{ templateID: must, metadata: must, timeout: must, allow_internet_access: must, autoPause: must },
  ...{ autoPauseMemory: never, autoResume: never, envVars: never, iam: never, mcp: never, network: never, volumeMounts: never },
}

/** What a provider would else choose by itself has to be said. */
export const newSandbox = { ...common, secure: must } satisfies Fields<components50['schemas']['NewSandbox']>
export const newSandboxV2 = common satisfies Fields<components['schemas']['NewSandboxV2']>
export const connectSandbox = { timeout: must, memory: never } satisfies Fields<components['schemas']['ConnectSandboxV2']>

export const sandboxTimeout = { timeout: must } satisfies Fields<components['schemas']['SandboxTimeoutRequest']>

/** What is wrong with a body; null: nothing. */
export function problemWith(body: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, string>>): string | null {
  const wrong = Object.keys(body).filter((name) => fields[name] !== 'must')
  const missing = Object.keys(fields).filter((name) => fields[name] === 'must' && body[name] === undefined)
  if (wrong.length > 0) return `unknown or unused fields: ${wrong.join(', ')}`
  return missing.length > 0 ? `missing fields: ${missing.join(', ')}` : null
}
