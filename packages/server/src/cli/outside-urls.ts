import type { networkInterfaces } from 'node:os'

export interface Listening {
  readonly host: string
  readonly port: string
  readonly allowedHosts: readonly string[]
  readonly interfaces: ReturnType<typeof networkInterfaces>
}

/** Where other machines can call a server that listens on every address; empty: it listens on one, which its own line shows. */
export function outsideUrls({ host, port, allowedHosts, interfaces }: Listening): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  const addresses = Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .filter(({ internal, family, scopeid }) => !internal && (family === 'IPv4' || (host === '::' && !scopeid)))
    .map(({ address }) => address)
  return [...addresses, ...allowedHosts].map((name) => `http://${name.includes(':') ? `[${name}]` : name}:${port}`)
}
