/** Whether the schema wants at least one property. If not, any object satisfies it, also one that is only quoted in a question. */
export function requiresSomething(schema: object): boolean {
  // Level by level and not by recursion: a schema may be nested as deeply as its author likes.
  for (let level: readonly object[] = [schema]; level.length > 0; level = level.flatMap(membersOf))
    if (level.some((one) => listAt(one, 'required').length > 0)) return true
  return false
}

const membersOf = (schema: object): readonly object[] =>
  listAt(schema, 'allOf').filter((one) => typeof one === 'object' && one !== null)

function listAt(schema: object, keyword: 'required' | 'allOf'): readonly unknown[] {
  const list: unknown = Object.hasOwn(schema, keyword) ? Reflect.get(schema, keyword) : undefined
  return Array.isArray(list) ? list : []
}
