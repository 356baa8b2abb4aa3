/** Far more than people write: the largest schema of a built-in skill has 60 values. */
const most = { objects: 1000, objectsInList: 200, patterns: 200, inList: 2000, values: 10_000, depth: 100, name: 1000 } as const

/**
 * Why a schema is too large to be compiled, or null. Without these limits 50 KiB took the heap, a choice of 1,900 five seconds and a list of
 * 60,000 numbers four: draft-07 compares every value of an enum with every other. 9,900 texts still took 0.65 s, five lists of 2,000 take 0.2.
 * What compiling costs grows with the square of the patterns, which Ajv puts together one by one (1,500 took 0.5 s, 9,000 twelve), and a
 * choice of 2,000 booleans did not end. So what it may cost is mostly decided here, and not by how fast the machine is: within a second.
 * Some shapes are left that only their own kind of limit would catch (9,000 properties with unevaluatedProperties, say); the time of the
 * thread ends those.
 */
export function sizeProblem(schema: object): string | null {
  const open: { readonly value: object; readonly depth: number }[] = [{ value: schema, depth: 1 }]
  let [objects, values, patterns] = [0, 0, 0]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    const members: unknown[] = Object.values(value)
    const inside = members.filter((member) => typeof member === 'object' && member !== null)
    if (!Array.isArray(value)) objects += 1
    else if (inside.length + booleansIn(members) > most.objectsInList)
      return `It has a list of more than ${most.objectsInList} objects or booleans. Simplify it.`
    if (Array.isArray(value) && members.length > most.inList)
      return `It has a list of more than ${most.inList} values. Simplify it.`
    values += members.length
    patterns += patternsIn(value)
    if (patterns > most.patterns) return `It has more than ${most.patterns} names in patternProperties. Simplify it.`
    if (hasLongName(value)) return `It has a name or a reference of more than ${most.name} characters. Shorten it.`
    if (depth > most.depth) return `It is nested deeper than ${most.depth} levels. Simplify it.`
    if (objects > most.objects) return `It holds more than ${most.objects} objects. Simplify it.`
    if (values > most.values) return `It holds more than ${most.values} values. Simplify it.`
    for (const member of inside) open.push({ value: member, depth: depth + 1 })
  }
  return null
}

/** Schemas too, where a list is one of schemas. */
const booleansIn = (members: readonly unknown[]): number => members.filter((member) => typeof member === 'boolean').length

function patternsIn(value: object): number {
  const named: unknown = 'patternProperties' in value ? value.patternProperties : null
  return typeof named === 'object' && named !== null ? Object.keys(named).length : 0
}

/** Names and references are put together and looked up over and over: with 20 KiB each, 900 of them took four seconds. */
function hasLongName(value: object): boolean {
  if (Array.isArray(value)) return false
  return Object.entries(value).some(
    ([name, member]) =>
      name.length > most.name || (name.startsWith('$') && typeof member === 'string' && member.length > most.name),
  )
}
