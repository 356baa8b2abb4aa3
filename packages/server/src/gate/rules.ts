import { isIP } from 'node:net'

/** One way out of a run. */
export interface GateRule {
  /** `*`: every name that is not one of somebody's own network. */
  readonly name: string
  /** Means those below the name, and not the name itself. */
  readonly below: boolean
  readonly ports: readonly number[]
  /** Who wants it: an operator may send a run to an address that is not public, a skill may not. */
  readonly by: 'operator' | 'skill'
  /** Where it really is, for a name that only the gate knows; null: where the name servers say. */
  readonly at: Target | null
}

export interface Target {
  readonly host: string
  readonly port: number
}

const usualPorts: readonly number[] = [443, 80]
/** Where web servers and registries listen besides; mail, databases and shells are not for everybody. */
const portsOfAny: readonly number[] = [...usualPorts, 8080, 8443]

/** `host`, `*.host`, `host:port`, `*` or `*:port`; null: it is none of these. Names of one word are the operator's, and mean something only in its own network. */
export function parseRule(text: string, by: GateRule['by']): GateRule | null {
  const any = /^\*(?::(\d{1,5}))?$/.exec(text)
  if (any) return by === 'operator' ? null : anyHost(any[1] === undefined ? null : Number(any[1]))
  const [, star, name = '', digits] = /^(\*\.)?([^:*]+)(?::(\d{1,5}))?$/.exec(plainName(text)) ?? []
  const port = digits === undefined ? null : Number(digits)
  if (!isName(name) || (port !== null && !isPort(port))) return null
  if (!name.includes('.') && (by === 'skill' || star !== undefined)) return null
  return { name, below: star !== undefined, ports: port === null ? usualPorts : [port], by, at: null }
}

/** For skills only: an operator names whom it means. */
const anyHost = (port: number | null): GateRule | null =>
  port === null || isPort(port)
    ? { name: '*', below: true, ports: port === null ? portsOfAny : [port], by: 'skill', at: null }
    : null

/** Whether a rule is about this name. */
export const isMeant = ({ name: meant, below }: GateRule, name: string): boolean =>
  meant === '*' ? isOfInternet(name) : below ? name.endsWith(`.${meant}`) : name === meant

/** Ends of names that mean something only in the network of this machine, whatever a name server says. */
const ownEnds = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/

/** Whether a name can be one of the internet at all. */
export const isOfInternet = (name: string): boolean => name.includes('.') && !ownEnds.test(name)

/** Names are the same in upper and lower case, and with the dot that ends them all. */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.(?=$|:\d+$)/, '')

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Not an address in any spelling: `127.1`, `0x7f.1` and `2130706433` are addresses to those who dial, and end in what begins with a digit. */
export function isName(name: string): boolean {
  const labels = name.split('.')
  return name.length <= 253 && isIP(name) === 0 && labels.every((one) => label.test(one)) && /^[a-z]/.test(labels.at(-1) ?? '')
}

export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535
