/** A port of a service, and where it is reached on the machine of the server. */
export interface Endpoint {
  readonly port: number
  readonly host_port: number
  readonly url: string
}

/** What a task serves; null: it is no service. Read from what the server tells, whatever its version. */
export function servedBy(task: object): { readonly endpoints: readonly Endpoint[]; readonly isActive: boolean } | null {
  const { kind, exposed_endpoints: told, exposed_endpoints_active: active } = task as Readonly<Record<string, unknown>>
  if (kind !== 'service') return null
  return { endpoints: Array.isArray(told) ? told.filter(isEndpoint) : [], isActive: active === true }
}

/** Only what leads to a server is ever a link. */
function isEndpoint(value: unknown): value is Endpoint {
  const { port, host_port, url } = Object(value) as Partial<Record<keyof Endpoint, unknown>>
  return typeof port === 'number' && typeof host_port === 'number' && typeof url === 'string' && /^https?:\/\//.test(url)
}
