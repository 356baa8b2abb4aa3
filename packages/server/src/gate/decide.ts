import { type GateRule, isMeant, isName, isPort, plainName } from './rules.ts'

/** By name and port alone; what the name leads to is looked at afterwards. Reasons repeat nothing that a run said: it may have been a secret. */
export type GateRuling =
  | { readonly kind: 'allowed'; readonly name: string; readonly rule: GateRule }
  | { readonly kind: 'refused'; readonly reason: string }

export function decide(rules: readonly GateRule[], host: string, port: number): GateRuling {
  const name = plainName(host)
  if (!isName(name) || !isPort(port)) return refused('only host names with a port can be allowed, not addresses')
  const named = rules.filter((rule) => isMeant(rule, name))
  if (named.length === 0) return refused('the host is not on the allow list of this run')
  const fitting = named.filter(({ ports }) => ports.includes(port))
  // A host that both name is the operator's: its model may be at a private address, whatever the skill lists.
  const rule = fitting.find(({ by }) => by === 'operator') ?? fitting[0]
  return rule ? { kind: 'allowed', name, rule } : refused('the port is not on the allow list of this run')
}

const refused = (reason: string): GateRuling => ({ kind: 'refused', reason })
