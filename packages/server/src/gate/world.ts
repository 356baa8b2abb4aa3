import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { connect, type LookupFunction, type Socket } from 'node:net'
import { isOwn } from './addresses.ts'
import type { GateRule } from './rules.ts'
import { type Upstream, upstreamFor } from './upstream.ts'

/** What a gate needs of the machine; tests bring a world of their own. */
export interface World {
  resolve(name: string, by: GateRule['by']): Promise<readonly LookupAddress[]>
  /** Dials these addresses, one after the other, and no name. */
  connect(addresses: readonly LookupAddress[], port: number): Socket
  isOwn(address: string): boolean
  /** The proxy by which this machine reaches a host; absent, or null: it dials by itself. */
  upstreamFor?(name: string, port: number): Upstream | null
}

export const realWorld: World = {
  resolve: (name, by) => (by === 'operator' ? lookup(name, { all: true }) : askNameServers(name)),
  connect: (addresses, port) => {
    const checked: LookupFunction = (_name, _options, callback) => callback(null, [...addresses])
    const options = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1000, allowHalfOpen: true, noDelay: true }
    return connect({ ...options, host: 'checked', port, lookup: checked, keepAlive: true, keepAliveInitialDelay: 30_000 })
  },
  isOwn,
}

/** The real world as a server with this environment reaches it. */
export const worldWith = (env: Readonly<Record<string, string | undefined>>): World => ({
  ...realWorld,
  upstreamFor: (name, port) => upstreamFor(env, name, port),
})

/**
 * For names that a skill chose: `lookup` holds one of the four threads that all file work of the server goes through, and a name server of
 * somebody's own could hold them all.
 */
export async function askNameServers(
  name: string,
  resolver = new Resolver({ timeout: 3000, tries: 2 }),
): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = (answer: PromiseSettledResult<string[]>, family: 4 | 6) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
  return [...found(four, 4), ...found(six, 6)]
}
