import { branchesOf, type Choices, withoutRefs } from './strict/branches.ts'
import { definitionInCircle } from './strict/circles.ts'
import { brokenLimit } from './strict/limits.ts'
import { description, partsShape, shapeOf } from './strict/node.ts'
import { isRecord, type Schema } from './strict/read.ts'
import { type Node, written } from './strict/shape.ts'
import { place, type Relaxation, startWork, Unsayable, type Work } from './strict/work.ts'

export type { Relaxation }

type Strict =
  | {
      readonly ok: true
      readonly schema: object
      /** What the strict dialect cannot say and was left out. */
      readonly relaxations: readonly Relaxation[]
    }
  /** It cannot be said in it: the engine gets no schema, and the prompt must do. */
  | { readonly ok: false; readonly reason: string }

/**
 * A schema in the dialect of OpenAI's structured outputs: every object closed, every key required, null for what is optional.
 * An answer to it is put back into the words of the original by `fromStrict` and judged by the original. It takes bounded time
 * for any schema, and never more than some hundred thousand steps.
 */
export function strictSchema(schema: object): Strict {
  try {
    return isRecord(schema) ? translated(schema) : no('The schema is not an object.')
  } catch (error) {
    if (error instanceof Unsayable) return no(error.message)
    throw error
  }
}

const no = (reason: string): Strict => ({ ok: false, reason })

function translated(schema: Schema): Strict {
  const found = translatedWith(schema, 'followed') ?? withoutItsChoices(schema)
  const problem = brokenLimit(found.schema)
  return problem ? no(problem) : { ok: true, ...found }
}

function withoutItsChoices(schema: Schema): Found {
  try {
    const found = translatedWith(schema, 'left out')
    if (found) return found
  } catch (error) {
    if (!(error instanceof Unsayable)) throw error
  }
  throw new Unsayable('The whole answer would be a choice between objects.')
}

interface Found {
  readonly schema: Node
  readonly relaxations: readonly Relaxation[]
}

function translatedWith(root: Schema, choices: Choices): Found | null {
  const work = startWork(root)
  const node = rootNode(work, choices)
  if (!node) return null
  const definitions = new Map<string, Node>()
  for (let next = work.next(); next; next = work.next()) definitions.set(next.name, definition(work, next.source))
  const circle = definitionInCircle(definitions)
  if (circle) throw new Unsayable(`The definition ${circle} leads back to itself.`)
  const schema = definitions.size > 0 ? { ...node, $defs: Object.fromEntries(definitions) } : node
  return { schema, relaxations: work.relaxations() }
}

/** The root is one object; null: it would be several. */
function rootNode(work: Work, choices: Choices): Node | null {
  const source = { schema: work.root, at: '' }
  const branches = withoutRefs(work, branchesOf(work, [source], choices), choices)
  const shapes = branches.map(({ parts }) => ({
    ...partsShape(work, parts, '', 0),
    description: description(work, [source, ...parts]),
  }))
  const objects = shapes.flatMap(({ nodes, description }) =>
    nodes.filter(({ type }) => type === 'object').map((node) => ({ ...node, ...description })),
  )
  const [object, ...others] = new Map(objects.map((object) => [JSON.stringify(object), object])).values()
  if (!object) throw new Unsayable('The whole answer is never an object.')
  if (others.length > 0) return null
  if (shapes.some(({ nodes, nullable }) => nullable || nodes.some(({ type }) => type !== 'object')))
    work.relax(source, 'type', 'only an object can be the whole answer')
  return object
}

function definition(work: Work, source: { readonly schema: unknown; readonly at: string }): Node {
  const node = written(shapeOf(work, [source], 1))
  if (!node) throw new Unsayable(`${place(source.at)} allows no value.`)
  return node
}
