/** A schema in the strict dialect. */
export type Node = Readonly<Record<string, unknown>>

export type Description = { readonly description?: string }

/** What a place can hold, before it is written down: nodes of one type each or references, and whether null is one of them. */
export interface Shape {
  readonly nodes: readonly Node[]
  readonly nullable: boolean
  readonly description: Description
}

export const unionOf = (shapes: readonly Shape[], description: Description = {}): Shape => ({
  nodes: shapes.flatMap((shape) => shape.nodes.map((node) => described(node, shape.description))),
  nullable: shapes.some(({ nullable }) => nullable),
  description,
})

/** A shape as it is written; null: no value fits it. */
export function written({ nodes, nullable, description }: Shape): Node | null {
  const distinct = [...new Map(nodes.map((node) => [JSON.stringify(node), node])).values()]
  const [only] = distinct
  if (!only) return nullable ? { type: 'null', ...description } : null
  if (distinct.length > 1) return { ...description, anyOf: nullable ? [...distinct, nothing] : distinct }
  if (!nullable) return described(only, description)
  return isPlain(only)
    ? { ...described(only, description), type: [only['type'], 'null'] }
    : { ...description, anyOf: [only, nothing] }
}

const nothing: Node = { type: 'null' }

/** A reference is always alone: "$ref cannot have keywords". */
const described = (node: Node, description: Description): Node => ('$ref' in node ? node : { ...node, ...description })

/** Enums, objects and lists are joined with null by anyOf: validators differ about null among the values or types of one of these. */
const isPlain = (node: Node): boolean => !['$ref', 'enum', 'properties', 'items'].some((keyword) => keyword in node)
