import { valueAt } from './fields.ts'
import { mergeSettings, type Settings, type SettingsRules, tableWith } from './settings.ts'

/**
 * Bounds for lists, by their dotted names. To what is denied later layers can only add. Of the only things that are allowed, where the
 * operator has such a list, they can only take away, and never all of it: CLIs take an empty list for none, and so allow everything.
 */
export function boundedLists(denied: readonly string[], allowed: readonly string[] = []): NonNullable<SettingsRules['bounds']> {
  const bounded = (operator: Settings, layers: readonly Settings[]): Settings => {
    const layer = layers.at(-1) ?? {}
    const all = (name: string) => [...new Set([operator, ...layers].flatMap((one) => listAt(one, name) ?? []))]
    const common = (name: string) => {
      const own = listAt(operator, name)
      const left = [operator, ...layers].map((one) => own?.filter((item) => listAt(one, name)?.includes(item)))
      return left.findLast((list) => list !== undefined && list.length > 0) ?? own
    }
    const lists = [...denied.map((name) => ({ name, list: all(name) })), ...allowed.map((name) => ({ name, list: common(name) }))]
    return lists
      .filter(({ name, list }) => list !== undefined && valueAt(layer, name) !== undefined)
      .reduce((under, { name, list }) => mergeSettings(under, tableWith(name, list)), layer)
  }
  return ({ operator, skill, request }) => ({
    operator,
    skill: bounded(operator, [skill]),
    request: bounded(operator, [skill, request]),
  })
}

function listAt(settings: Settings, name: string): readonly unknown[] | undefined {
  const list = valueAt(settings, name)
  return Array.isArray(list) ? list : undefined
}
