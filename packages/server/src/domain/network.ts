/** How far a child reaches: nowhere, through the gate, or wherever the machine does. */
export type NetworkLevel = 'off' | 'gated' | 'host'

/** The same, with the hosts that the gate lets through: names, and `*` for every public host. */
export type Network =
  | { readonly level: 'off' }
  | { readonly level: 'gated'; readonly hosts: readonly string[] }
  | { readonly level: 'host' }

/** What the operator allows: the level of engines whose skill does not say, and the most that a skill may have. */
export type NetworkBound = 'gated' | 'host'

export const everyPublicHost: Network = { level: 'gated', hosts: ['*'] }

/** A script has none unless its skill asks. */
export const networkOfScript = (asked: Network | null, bound: NetworkBound): Network => within(asked ?? { level: 'off' }, bound)

/** An engine needs its provider at least, which the gate lets through whatever its list is. */
export function networkOfEngine(asked: Network | null, bound: NetworkBound): Network {
  if (asked === null) return bound === 'host' ? { level: 'host' } : everyPublicHost
  return asked.level === 'off' ? { level: 'gated', hosts: [] } : within(asked, bound)
}

/** Whether a skill wants more than the operator allows; it then gets as much as there is. */
export const asksForTooMuch = (asked: Network | null, bound: NetworkBound): boolean =>
  asked?.level === 'host' && bound === 'gated'

const within = (asked: Network, bound: NetworkBound): Network => (asksForTooMuch(asked, bound) ? everyPublicHost : asked)
