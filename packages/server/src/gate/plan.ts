import { hostAndPort } from '../lib/host-and-port.ts'
import { type GateRule, isName, isPort, parseRule, plainName, type Target } from './rules.ts'

/** Which ways out a run has, and what it has to be told about them. */
export interface GatePlan {
  readonly rules: readonly GateRule[]
  /** Entries of the skill's list that are no names, and so have no effect. */
  readonly ignored: readonly string[]
  /** A base URL as the run can use it: inside, loopback is its own, and addresses are nobody's. */
  nameFor(url: string): string
}

/** From the hosts of the model's provider and of MCP servers, which are the operator's, and the list of the skill. Pure. */
export function planGate(provider: readonly string[], listed: readonly string[], mcpServers: readonly string[] = []): GatePlan {
  const local = [...renamed(provider, 'model'), ...renamed(mcpServers, 'mcp')]
  const named = [...provider, ...mcpServers].filter(canBeNamed).flatMap((host) => parseRule(host, 'operator') ?? [])
  const rules = listed.map((entry) => ({ entry, rule: parseRule(entry, 'skill') }))
  return {
    rules: [...local.map(({ rule }) => rule), ...named, ...rules.flatMap(({ rule }) => rule ?? [])],
    ignored: rules.flatMap(({ entry, rule }) => (rule === null ? [entry] : [])),
    nameFor: (url) => {
      const found = local.find(({ host }) => host === hostAndPort(url))
      return found ? url.replace(authority, (_all, before, port = '') => `${before}${found.rule.name}${port}`) : url
    },
  }
}

/** The parts of a URL around its host. */
const authority = /^([a-z]+:\/\/(?:[^/?#@]*@)?)(?:\[[^\]]*\]|[^/?#:]*)(:\d+)?/i

function canBeNamed(host: string): boolean {
  const name = plainName(host).replace(/:\d+$/, '')
  return isName(name.replace(/^\*\./, '')) && !/(^|\.)localhost$/.test(name)
}

interface Renamed {
  readonly host: string
  readonly rule: GateRule
}

/** What is at an address gets a name that only this gate knows. */
function renamed(hosts: readonly string[], word: string): Renamed[] {
  const local = [...new Set(hosts.filter((host) => !canBeNamed(host)))]
  return local.flatMap((host, index) => {
    const at = targetOf(host)
    const name = index === 0 ? `${word}.internal` : `${word}-${index + 1}.internal`
    return at === null ? [] : [{ host, rule: { name, below: false, ports: [at.port], by: 'operator' as const, at } }]
  })
}

function targetOf(text: string): Target | null {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  return host !== undefined && isPort(Number(digits)) ? { host, port: Number(digits) } : null
}
