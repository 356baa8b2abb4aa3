import { isFields } from './fields.ts'

/** What a CLI is set up with: a table of its own config file. */
export type Settings = Readonly<Record<string, unknown>>

export interface SettingsRules {
  readonly format: 'toml' | 'json'
  /** Where a skill may bring its own, the first that is there. */
  readonly skillFiles: readonly string[]
  /** The operator's, in the managed home. */
  readonly operatorFile: string
  /** What holds when nobody says otherwise. */
  readonly defaults: Settings
  /** What nobody can change. */
  readonly enforced: Settings
  /** What only the operator may set, as dotted names: where requests go, with whose key, and what runs outside of our sight. */
  readonly reserved: readonly string[]
  /** What of the layers may count where one forbids something: nobody takes away what the operator denies. Absent: nothing is denied by name. */
  bounds?(layers: Layers): Layers
  /** The model that these settings name, in the words of a job; null: none. */
  modelIn(settings: Settings): string | null
}

/** The layers in their order, the later over the earlier. */
export interface Layers {
  readonly operator: Settings
  readonly skill: Settings
  readonly request: Settings
}

export function mergedSettings({ defaults, enforced, bounds = (layers) => layers }: SettingsRules, layers: Layers): Settings {
  const { operator, skill, request } = bounds(layers)
  return [defaults, operator, skill, request, enforced].reduce(mergeSettings, {})
}

/** The reserved names that a layer sets all the same. */
export const reservedIn = (rules: SettingsRules, layer: Settings): readonly string[] =>
  rules.reserved.filter((name) => reaches(layer, name.split('.')))

/** The settings but for those of these names; what stands where a table should be goes with them. */
export const withoutSettings = (settings: Settings, names: readonly string[]): Settings =>
  names.reduce((kept, name) => without(kept, name.split('.')), settings)

function without(settings: Settings, [first = '', ...rest]: readonly string[]): Settings {
  if (!Object.hasOwn(settings, first)) return settings
  const { [first]: value, ...others } = settings
  return rest.length > 0 && isTable(value) ? { ...others, [first]: without(value, rest) } : others
}

/** What stands where a table should be counts too: it would take the place of that table, and of all that the operator has set in it. */
function reaches(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined || !isTable(value)) return true
  return Object.hasOwn(value, first) && reaches(value[first], rest)
}

/** Tables are merged, everything else is replaced. */
export function mergeSettings(under: Settings, over: Settings): Settings {
  const merged: Record<string, unknown> = { ...under }
  for (const [name, value] of Object.entries(over)) {
    const before = Object.hasOwn(merged, name) ? merged[name] : undefined
    // Not by assignment: a setting named __proto__ must be a setting like any other.
    Object.defineProperty(merged, name, {
      value: isTable(before) && isTable(value) ? mergeSettings(before, value) : value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return merged
}

/** Settings that hold one value, at its dotted name. */
export function tableWith(name: string, value: unknown): Settings {
  const [first = '', ...rest] = name.split('.')
  return { [first]: rest.length === 0 ? value : tableWith(rest.join('.'), value) }
}

/** A date is a value of TOML, and no table. */
const isTable = (value: unknown): value is Settings => isFields(value) && !(value instanceof Date)

const deepest = 32

/** Deeper than anybody sets anything; what goes through a table must not run out of stack. */
export function isTooNested(settings: Settings): boolean {
  let level: readonly unknown[] = [settings]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}
