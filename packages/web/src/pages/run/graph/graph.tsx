import '@xyflow/react/dist/base.css'
import {
  Background,
  Controls,
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react'
import { useEffect, useMemo, useRef } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { Row } from '../rows.ts'
import { useNarrow } from '../use-narrow.ts'
import styles from './graph.module.css'
import { type GraphNode, graphOf } from './graph-of.ts'
import { type Choice, Chosen, NodeButton } from './node-button.tsx'
import { isStep, placed } from './placed.ts'
import { useGraphEvents } from './use-graph-events.ts'

/** How a person wants to see it: kept by the page, so that a turned screen changes nothing. */
export interface GraphLook {
  readonly isExpanded: boolean
  readonly isList: boolean
}

/** More than this is not drawn one by one. */
const mostNodes = 400

/** What led to what in a run: request, replies, tool calls and artifacts, drawn and as a list. */
export default function GraphView(props: {
  readonly id: string
  readonly isOver: boolean
  readonly rows: readonly Row[]
  readonly selected: number | null
  readonly onSelect: (seq: number) => void
  readonly look: GraphLook
  readonly onLook: (look: GraphLook) => void
}) {
  const { id, isOver, rows, selected, onSelect, look, onLook } = props
  const { run: words } = useTexts()
  const { isExpanded, isList } = look
  const { data, error } = useGraphEvents(id, isOver, rows.length)
  const graph = useMemo(() => graphOf(data?.events ?? [], isExpanded), [data, isExpanded])
  const shown = graph.nodes.length > mostNodes ? null : graph
  const choice = useMemo(() => choiceOf(rows, selected, onSelect), [rows, selected, onSelect])
  if (error && !data) return <Problem error={error} />
  if (!data) return <Skeleton rows={5} />
  if (graph.nodes.length === 0)
    return (
      <Empty title={words.graph.none}>
        <p>{isOver ? words.graph.noneHint : words.graph.laterHint}</p>
      </Empty>
    )
  return (
    <Chosen value={choice}>
      <div className={styles.bar}>
        <Button aria-pressed={isExpanded} onClick={() => onLook({ ...look, isExpanded: !isExpanded })}>
          {words.graph.expand}
        </Button>
        <Button aria-pressed={isList} onClick={() => onLook({ ...look, isList: !isList })}>
          {words.graph.list}
        </Button>
        {data.isCut && <span className={styles.note}>{words.graph.cut}</span>}
      </div>
      {isList ? (
        <ol className={styles.list}>
          {graph.nodes.slice(0, mostNodes).map((node) => (
            <li key={node.id}>
              <NodeButton node={node} />
            </li>
          ))}
        </ol>
      ) : shown === null ? (
        <Empty title={words.graph.many(graph.nodes.length)} />
      ) : (
        <Drawing key={`${isExpanded} ${shown.nodes.length}`} graph={shown} />
      )}
    </Chosen>
  )
}

/** Events of the page and of the audit have numbers of their own; a row knows both. */
function choiceOf(rows: readonly Row[], selected: number | null, onSelect: (seq: number) => void): Choice {
  const rowAt = new Map(rows.map(({ first }) => [first.rasp, first.seq]))
  const chosen = rows.find(({ first }) => first.seq === selected)?.first.rasp ?? null
  return {
    selected: chosen,
    onSelect: ({ seq }) => {
      const at = rowAt.get(seq)
      if (at !== undefined) onSelect(at)
    },
  }
}

type Drawn = Node<{ readonly node: GraphNode; readonly isColumn: boolean }, 'thing'>

function Drawing({ graph }: { readonly graph: ReturnType<typeof graphOf> }) {
  const { run: words } = useTexts()
  const isNarrow = useNarrow()
  const { places, size, isColumn } = useMemo(() => placed(graph, isNarrow), [graph, isNarrow])
  const nodes = graph.nodes.map((node): Drawn => {
    const position = places.get(node.id) ?? { x: 0, y: 0 }
    return { id: node.id, type: 'thing', position, data: { node, isColumn }, ...size }
  })
  const edges = graph.edges.map(({ from, to }): Edge => ({ id: `${from} ${to}`, source: from, target: to, ...edgeOf(isColumn) }))
  const flow = useRef<ReactFlowInstance<Drawn> | null>(null)
  useEffect(() => {
    const fit = () => void flow.current?.fitView({ maxZoom: 1 })
    // A column begins at its top, whatever the size of the window.
    if (isColumn) return
    window.addEventListener('resize', fit)
    return () => window.removeEventListener('resize', fit)
  }, [isColumn])
  return (
    <div className={styles.drawing}>
      <ReactFlow
        // What is seen at first depends on it.
        key={String(isColumn)}
        nodes={nodes}
        onInit={(drawn) => {
          flow.current = drawn
        }}
        edges={edges}
        nodeTypes={nodeTypes}
        aria-label={words.graph.label}
        fitView={!isColumn}
        fitViewOptions={{ maxZoom: 1 }}
        defaultViewport={{ x: 12, y: 12, zoom: 1 }}
        panOnScroll={isColumn}
        minZoom={0.05}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background />
        <Controls showInteractive={false} position="bottom-right" />
      </ReactFlow>
    </div>
  )
}

/** In a column lines run down its left side, from which each thing branches off. */
const edgeOf = (isColumn: boolean): Partial<Edge> => (isColumn ? { type: 'step' } : {})

function Thing({ data: { node, isColumn } }: NodeProps<Drawn>) {
  const isBranch = isColumn && !isStep(node)
  const side = isColumn ? { left: 12 } : {}
  return (
    <>
      <Handle
        type="target"
        position={isBranch ? Position.Left : Position.Top}
        className={styles.handle}
        style={isBranch ? {} : side}
      />
      <NodeButton node={node} />
      <Handle type="source" position={Position.Bottom} className={styles.handle} style={side} />
    </>
  )
}

const nodeTypes = { thing: Thing }
