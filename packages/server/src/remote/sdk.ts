import type { Sandbox } from 'e2b'

/** What of the provider's own client is used here. */
export type Sdk = Pick<typeof import('e2b'), 'Sandbox'>

/** A sandbox as the client has it. */
export type SdkSandbox = Pick<Sandbox, 'sandboxId' | 'commands' | 'files'>

/** Loaded with the first use: a server that runs commands by itself does not pay for it. */
export const loadSdk = (): Promise<Sdk> => import('e2b')

/** Where the provider is, and what its sandboxes get. */
export interface RemoteSettings {
  readonly apiKey: string
  /** Null: the provider's own. */
  readonly apiUrl: string | null
  readonly domain: string | null
  readonly sandboxUrl: string | null
  /** What sandboxes are made from. */
  readonly template: string
  /** Without use, after which a sandbox ends. */
  readonly idleSec: number
  /** After which a sandbox ends, however it is used. */
  readonly hardSec: number
  readonly internet: boolean
}

/** Of one request to the provider. */
const requestTimeoutMs = 30_000

/** Everything that the client would else take from the environment, or leave to the provider. */
export const connectionOf = ({ apiKey, apiUrl, domain, sandboxUrl }: RemoteSettings) => ({
  ...{ apiKey, debug: false, requestTimeoutMs, retries: 1 },
  ...(apiUrl === null ? {} : { apiUrl }),
  ...(domain === null ? {} : { domain }),
  ...(sandboxUrl === null ? {} : { sandboxUrl }),
})
