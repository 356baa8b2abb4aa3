import { type Branch, branchesOf, type Part } from './branches.ts'
import { arrayNode, objectNode } from './containers.ts'
import { drop, typesMeant } from './keywords.ts'
import { isOfType, isRecord, type Source, said, saidRecord, sizeOf, type TypeName, typesOf } from './read.ts'
import { numberLimits, stringLimits, typesOfValues, valuesOf } from './scalars.ts'
import { type Description, type Node, type Shape, unionOf } from './shape.ts'
import { place, Unsayable, type Work } from './work.ts'

const deepestNesting = 10

/** What fits all sources at once. Nested deeper than the dialect allows it is refused, which also ends what never would. */
export function shapeOf(work: Work, sources: readonly Source[], level: number): Shape {
  const at = sources[0]?.at ?? ''
  if (level > deepestNesting) throw new Unsayable(`${place(at)} is nested deeper than ${deepestNesting} levels.`)
  const whole = new Set(sources.map(({ schema }) => schema))
  const shapes = branchesOf(work, sources).map((branch) => branchShape(work, branch, at, level, whole))
  return unionOf(shapes, description(work, sources))
}

/** `whole`: schemas whose description is about all branches. */
function branchShape(work: Work, { parts, ref }: Branch, at: string, level: number, whole: ReadonlySet<unknown>): Shape {
  if (ref) return { nodes: [{ $ref: work.define(ref) }], nullable: false, description: {} }
  const own = parts.filter(({ schema }) => !whole.has(schema))
  return { ...partsShape(work, parts, at, level), description: description(work, own) }
}

/** What fits all parts at once: a node for each type that is possible. */
export function partsShape(work: Work, parts: readonly Part[], at: string, level: number): Shape {
  const declared = parts.map(({ schema }) => typesOf(schema)).reduce(commonTypes, null)
  const values = valuesOf(work, parts, (type) => !declared || declared.has(type))
  const types = declared ?? (values ? typesOfValues(values) : guessedTypes(work, parts, at))
  drop(work, parts, types, namesOf(work, parts))
  const inside = (sources: readonly Source[]) => shapeOf(work, sources, level + 1)
  const makers = {
    object: () => objectNode(work, parts, inside),
    array: () => arrayNode(work, parts, inside),
    string: () => stringLimits(work, parts),
    number: () => numberLimits(work, parts),
    integer: () => numberLimits(work, parts),
    boolean: () => ({}),
    null: () => null,
  } as const satisfies Record<TypeName, () => Node | null>
  const nodes = [...types].flatMap((type): Node[] => {
    const listed = values?.filter((value) => isOfType(value, type))
    const rest = listed?.length === 0 ? null : makers[type]()
    return rest ? [{ type, ...(listed ? { enum: listed } : {}), ...rest }] : []
  })
  return { nodes, nullable: types.has('null') && (values === null || values.includes(null)), description: {} }
}

type Types = ReadonlySet<TypeName> | null

function commonTypes(some: Types, others: Types): Types {
  if (!some || !others) return some ?? others
  const both = [...some].flatMap((type) => {
    if (others.has(type) || (type === 'integer' && others.has('number'))) return [type]
    return type === 'number' && others.has('integer') ? ['integer' as const] : []
  })
  return new Set(both)
}

function guessedTypes(work: Work, parts: readonly Part[], at: string): ReadonlySet<TypeName> {
  const [first] = parts
  const types = typesMeant(parts)
  if (!first || types.size === 0) throw new Unsayable(`${place(first?.at ?? at)} allows any value.`)
  work.relax(first, 'type', `taken to be ${[...types].join(' or ')}`)
  return types
}

function namesOf(work: Work, parts: readonly Part[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { schema } of parts) {
    const properties = saidRecord(schema, 'properties')
    work.spend(sizeOf(properties))
    for (const name of Object.keys(properties)) names.add(name)
  }
  return names
}

export function description(work: Work, sources: readonly { readonly schema: unknown }[]): Description {
  for (const { schema } of sources) {
    const words = isRecord(schema) ? said(schema, 'description') : undefined
    if (typeof words !== 'string') continue
    work.spend(words.length / 64)
    return { description: words }
  }
  return {}
}
