import { type Fields, isFields, isText } from '../fields.ts'
import type { Layers, Settings } from '../settings.ts'

/**
 * Where the operator denies something, skills and requests can only deny more: of two rules that fit the later counts, and those of an
 * agent count for more than those for all, so that any word of theirs that allows something could undo it.
 */
export function opencodeBounds({ operator, skill, request }: Layers): Layers {
  const own = withOwnOff(operator)
  if (!deniesSomething(operator)) return { operator: own, skill, request }
  const chosen = agentsOf(operator).some(deniesAt) ? withoutChoice : (layer: Settings) => layer
  const bounded = (layer: Settings) => atEachPlace(chosen(layer), own, onlyDenials)
  return { operator: atEachPlace(own, own, asTable), skill: bounded(skill), request: bounded(request) }
}

export const ownProvider = 'opencode'

/** Its makers' own service takes requests without any sign-in: who switches others off does not switch it on. */
function withOwnOff(operator: Settings): Settings {
  const { disabled_providers: disabled, enabled_providers: enabled } = operator
  if (Array.isArray(enabled) && enabled.includes(ownProvider)) return { disabled_providers: [], ...operator }
  if (!Array.isArray(disabled) || disabled.length === 0 || disabled.includes(ownProvider)) return operator
  return { ...operator, disabled_providers: [...disabled, ownProvider] }
}

const agentTables = ['agent', 'mode']

const agentsOf = (settings: Settings): readonly Fields[] =>
  agentTables.flatMap((name) => Object.values(tableIn(settings, name)).filter(isFields))

const deniesSomething = (operator: Settings): boolean => [operator, ...agentsOf(operator)].some(deniesAt)

const deniesAt = (place: Fields): boolean =>
  Object.values(rulesOf(place['permission'])).some((rule) => Object.values(rulesOf(rule)).includes('deny')) ||
  Object.values(tableIn(place, 'tools')).includes(false)

/** What is denied to one agent would be undone by the choice of another. */
function withoutChoice({ default_agent: _, ...layer }: Settings): Settings {
  return atEachAgent(layer, ({ disable: _disable, mode: _mode, ...agent }) => agent)
}

/** One word is a rule for everything. */
const rulesOf = (rules: unknown): Fields => (isText(rules) ? { '*': rules } : isFields(rules) ? rules : {})

function tableIn(place: unknown, name: string): Fields {
  const table = isFields(place) ? place[name] : null
  return isFields(table) ? table : {}
}

type Rewrite = (place: Fields, operators: Fields) => Fields

/** The settings themselves, and each of the agents that they describe, beside what the operator says there. */
function atEachPlace(settings: Settings, operator: Settings, change: Rewrite): Settings {
  return atEachAgent(change(settings, operator), (agent, table, id) => change(agent, tableIn(tableIn(operator, table), id)))
}

type AgentChange = (agent: Fields, table: string, id: string) => Fields

function atEachAgent(settings: Settings, change: AgentChange): Settings {
  const changed = (table: string) =>
    mapped(tableIn(settings, table), (agent, id) => (isFields(agent) ? change(agent, table, id) : agent))
  const tables = agentTables.filter((table) => isFields(settings[table])).map((table) => [table, changed(table)] as const)
  return { ...settings, ...Object.fromEntries(tables) }
}

/** Other rules can be added to a table, and only take the place of a word. */
const asTable: Rewrite = (place) => (isText(place['permission']) ? { ...place, permission: rulesOf(place['permission']) } : place)

const onlyDenials: Rewrite = ({ permission, tools, ...rest }, operators) => {
  const given = rulesOf(operators['permission'])
  const rules = Object.entries(rulesOf(permission)).flatMap(([name, rule]) => {
    const denial = denialIn(rule, given[name])
    return denial === null ? [] : [[name, denial] as const]
  })
  return {
    ...rest,
    ...(permission === undefined ? {} : { permission: Object.fromEntries(rules) }),
    ...(isFields(tools) ? { tools: onlyWith(tools, false) } : {}),
  }
}

/** What a rule adds to that of the operator; null: nothing. */
function denialIn(rule: unknown, operators: unknown): unknown {
  if (rule === 'deny') return rule
  const patterns = isFields(rule) ? onlyWith(rule, 'deny') : {}
  if (operators === 'deny' || Object.keys(patterns).length === 0) return null
  return isText(operators) ? { '*': operators, ...patterns } : patterns
}

const onlyWith = (table: Fields, wanted: unknown): Fields =>
  Object.fromEntries(Object.entries(table).filter(([, value]) => value === wanted))

const mapped = (table: Fields, change: (value: unknown, name: string) => unknown): Fields =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, change(value, name)]))
