import dagre from '@dagrejs/dagre'
import type { Graph, GraphNode } from './graph-of.ts'

const nodeSize = { width: 200, height: 52 } as const
/** In a column there is room for longer names. */
const columnWidth = 240

type Places = ReadonlyMap<string, { readonly x: number; readonly y: number }>

export interface Plan {
  readonly places: Places
  readonly size: { readonly width: number; readonly height: number }
  /** One below the other, in the order of the events: as wide as a phone, however much there is. */
  readonly isColumn: boolean
}

/** Larger than this, a drawing that fits would have letters that nobody can read. */
const mostWide = 1200
const mostTall = 1000

/** Where each node is drawn: the same for the same graph. What would be too small to read as a tree is a column. */
export function placed(graph: Graph, isNarrow: boolean): Plan {
  const column = { places: inColumn(graph), size: { ...nodeSize, width: columnWidth }, isColumn: true }
  if (isNarrow) return column
  const places = asTree(graph)
  const most = (axis: 'x' | 'y') => Math.max(0, ...[...places.values()].map((place) => place[axis]))
  const isReadable = most('x') + nodeSize.width <= mostWide && most('y') + nodeSize.height <= mostTall
  return isReadable ? { places, size: nodeSize, isColumn: false } : column
}

/** From top to bottom, with what comes from the same beside each other. */
function asTree({ nodes, edges }: Graph): Places {
  const plan = new dagre.graphlib.Graph()
  plan.setGraph({ rankdir: 'TB', nodesep: 24, ranksep: 48 })
  plan.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) plan.setNode(id, { ...nodeSize })
  for (const { from, to } of edges) plan.setEdge(from, to)
  dagre.layout(plan)
  return new Map(
    nodes.map(({ id }) => {
      const { x = 0, y = 0 } = plan.node(id)
      return [id, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }]
    }),
  )
}

const inColumn = ({ nodes }: Graph): Places =>
  new Map(nodes.map((node, index) => [node.id, { x: isStep(node) ? 0 : indent, y: index * (nodeSize.height + 12) }]))

const indent = 32

/** What the run goes on from; the rest is what came of it. */
export const isStep = ({ kind }: GraphNode): boolean => kind !== 'tool' && kind !== 'artifact'
