/** What is to be known of a service besides its command. */
export interface ServiceSettings {
  /** It is ready when a line that it prints fits this; null: when its first port answers, or at once. */
  readonly readyPattern: string | null
  readonly startupTimeoutSec: number
  /** It is ended after so long without output and connections. */
  readonly idleSec: number
  readonly ports: readonly number[]
}

/** A port of a service, and where it is on the loopback of this machine. */
export interface Endpoint {
  readonly port: number
  /** One of the addresses of the loopback. */
  readonly host: string
  readonly hostPort: number
  /** The last connection to it reached the service. */
  readonly isReached: boolean
}

/** Whether clients reach every port. */
export const areReached = (endpoints: readonly Endpoint[]): boolean =>
  endpoints.length > 0 && endpoints.every(({ isReached }) => isReached)
