import type { EventHistory } from '@agent-skill-runner/sdk'

export type RaspEvent = Extract<EventHistory['events'][number], { protocol_version: 'rasp/1.0' }>

export type NodeKind = 'request' | 'tool' | 'question' | 'reply' | 'artifact'

export interface GraphNode {
  readonly id: string
  readonly kind: NodeKind
  readonly label: string
  /** How many things it stands for, and how many of them failed. */
  readonly count: number
  readonly failed: number
  readonly isPending: boolean
  /** The first event that it stands for, in the numbers of the audit. */
  readonly seq: number
}

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
}

/** The events that a graph is made from. */
export const graphTypes = [
  'lifecycle.run.started',
  'tool.call.started',
  'tool.call.completed',
  'tool.call.failed',
  'interaction.user_input.required',
  'interaction.reply.accepted',
  'interaction.auto_decide.timeout',
  'artifact.indexed',
] as const

/**
 * What led to what, by what events say of each other: a request or a reply starts an attempt; tool calls, questions and artifacts come
 * from the attempt that they are in, and a reply from its question. Aggregated, the calls of one tool in one attempt are one node, and so are
 * the artifacts. The order of nodes and edges is that of the events, so that the same run is always drawn in the same way.
 */
export function graphOf(events: readonly RaspEvent[], isExpanded: boolean): Graph {
  const nodes = new Map<string, GraphNode>()
  const edges = new Map<string, { from: string; to: string }>()
  /** What the attempt at hand comes from. */
  let origin: string | null = null
  const connect = (from: string | null, to: string) => {
    if (from !== null && from !== to) edges.set(`${from} ${to}`, { from, to })
  }
  /** Adds a node, or one more to it; the same thing is counted once. */
  const seen = new Set<string>()
  const add = (node: Omit<GraphNode, 'count' | 'failed'>, thing: string, from: string | null) => {
    const before = nodes.get(node.id)
    const isNew = !seen.has(thing)
    seen.add(thing)
    nodes.set(node.id, {
      ...node,
      ...(before ? { seq: before.seq, isPending: before.isPending || node.isPending } : {}),
      count: (before?.count ?? 0) + Number(isNew),
      failed: before?.failed ?? 0,
    })
    connect(from, node.id)
  }
  const open = new Map<string, Set<string>>()
  const settle = (id: string, thing: string, hasFailed: boolean) => {
    const node = nodes.get(id)
    if (!node) return
    const left = open.get(id)
    left?.delete(thing)
    nodes.set(id, { ...node, failed: node.failed + Number(hasFailed), isPending: (left?.size ?? 0) > 0 })
  }

  for (const { seq, attempt_number: attempt, event, data, correlation } of events as readonly Plain[]) {
    const { call_id: call, interaction_id: interaction, artifact } = correlation
    const node = (id: string, kind: NodeKind, label: string, isPending = false) => ({ id, kind, label, isPending, seq })
    switch (event.type) {
      case 'lifecycle.run.started':
        if (origin !== null) break
        origin = 'request'
        add(node('request', 'request', textOf(data['skill_id'])), 'request', null)
        break
      case 'tool.call.started':
      case 'tool.call.completed':
      case 'tool.call.failed': {
        const thing = `tool ${attempt} ${call}`
        const name = textOf(data['name'])
        const id = isExpanded ? thing : `tools ${attempt} ${name}`
        const isStart = event.type === 'tool.call.started'
        if (isStart) open.set(id, (open.get(id) ?? new Set()).add(thing))
        add(node(id, 'tool', name, isStart), thing, origin)
        if (!isStart) settle(id, thing, event.type === 'tool.call.failed')
        break
      }
      case 'interaction.user_input.required':
        add(node(`question ${interaction}`, 'question', textOf(data['prompt']), true), `question ${interaction}`, origin)
        break
      case 'interaction.reply.accepted':
      case 'interaction.auto_decide.timeout': {
        const id = `reply ${interaction}`
        settle(`question ${interaction}`, id, false)
        add(node(id, 'reply', textOf(data['response_preview'])), id, `question ${interaction}`)
        origin = id
        break
      }
      case 'artifact.indexed': {
        const path = artifact ?? textOf(data['path'])
        const id = isExpanded ? `artifact ${path}` : `artifacts ${attempt}`
        add(node(id, 'artifact', path.replace(/^artifacts\//, '')), `artifact ${path}`, origin)
        break
      }
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}

/** The part of every event that is read here. */
interface Plain {
  readonly seq: number
  readonly attempt_number: number
  readonly event: { readonly type: string }
  readonly data: Readonly<Record<string, unknown>>
  readonly correlation: RaspEvent['correlation']
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
