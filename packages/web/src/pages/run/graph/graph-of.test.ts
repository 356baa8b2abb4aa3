import assert from 'node:assert/strict'
import { verifies } from '../../../../../../test/verifies.ts'
import { graphOf, type RaspEvent } from './graph-of.ts'
import { placed } from './placed.ts'

const none = { request_id: 'job_1', call_id: null, message_id: null, interaction_id: null, artifact: null, parent_seq: null }
let seq = 0
function event(type: string, attempt: number, data: object, correlation: Partial<RaspEvent['correlation']> = {}): RaspEvent {
  seq += 1
  return { seq, attempt_number: attempt, event: { type }, data, correlation: { ...none, ...correlation } } as RaspEvent
}
const call = (phase: string, attempt: number, id: string, name = 'shell') =>
  event(`tool.call.${phase}`, attempt, { call_id: id, name }, { call_id: id })

const events = [
  event('lifecycle.run.started', 1, { skill_id: 'demo' }),
  call('started', 1, 'a'),
  call('completed', 1, 'a'),
  call('started', 1, 'b'),
  call('failed', 1, 'b'),
  event('interaction.user_input.required', 1, { prompt: 'Who?' }, { interaction_id: 1 }),
  event('interaction.reply.accepted', 1, { response_preview: 'me' }, { interaction_id: 1 }),
  event('lifecycle.run.started', 2, { skill_id: 'demo' }),
  call('started', 2, 'a', 'web'),
  event('artifact.indexed', 2, { path: 'artifacts/x.md' }, { artifact: 'artifacts/x.md' }),
  event('artifact.indexed', 2, { path: 'artifacts/y.md' }, { artifact: 'artifacts/y.md' }),
  event('interaction.user_input.required', 2, { prompt: 'Sure?' }, { interaction_id: 2 }),
]
const one = { count: 1, failed: 0, isPending: false }

verifies(
  'web.graph-of-a-run',
  'aggregated, the calls of a tool in an attempt are one node, and a reply leads to what follows it',
  () => {
    assert.deepEqual(graphOf(events, false), {
      nodes: [
        { id: 'request', kind: 'request', label: 'demo', seq: 1, ...one },
        { id: 'tools 1 shell', kind: 'tool', label: 'shell', seq: 2, isPending: false, count: 2, failed: 1 },
        { id: 'question 1', kind: 'question', label: 'Who?', seq: 6, ...one },
        { id: 'reply 1', kind: 'reply', label: 'me', seq: 7, ...one },
        { id: 'tools 2 web', kind: 'tool', label: 'web', seq: 9, ...one, isPending: true },
        { id: 'artifacts 2', kind: 'artifact', label: 'y.md', seq: 10, ...one, count: 2 },
        { id: 'question 2', kind: 'question', label: 'Sure?', seq: 12, ...one, isPending: true },
      ],
      edges: [
        { from: 'request', to: 'tools 1 shell' },
        { from: 'request', to: 'question 1' },
        { from: 'question 1', to: 'reply 1' },
        { from: 'reply 1', to: 'tools 2 web' },
        { from: 'reply 1', to: 'artifacts 2' },
        { from: 'reply 1', to: 'question 2' },
      ],
    })
  },
)

verifies('web.graph-of-a-run', 'expanded, each call and each artifact is a node', () => {
  const { nodes } = graphOf(events, true)
  assert.deepEqual(
    nodes.map(({ id, failed }) => [id, failed]),
    [
      ['request', 0],
      ['tool 1 a', 0],
      ['tool 1 b', 1],
      ['question 1', 0],
      ['reply 1', 0],
      ['tool 2 a', 0],
      ['artifact artifacts/x.md', 0],
      ['artifact artifacts/y.md', 0],
      ['question 2', 0],
    ],
  )
  assert.deepEqual(graphOf([], true), { nodes: [], edges: [] })
})

verifies('web.graph-of-a-run', 'a graph is placed the same every time, and no two nodes share a place', () => {
  for (const isNarrow of [false, true]) {
    const graph = graphOf(events, true)
    const plan = placed(graph, isNarrow)
    assert.deepEqual(placed(graphOf(events, true), isNarrow), plan)
    assert.equal(new Set([...plan.places.values()].map(({ x, y }) => `${x} ${y}`)).size, graph.nodes.length)
  }
})

verifies(
  'web.graph-of-a-run',
  'on a narrow screen, and where a tree would be too small to read, all nodes are in one column',
  () => {
    const few = graphOf(events, false)
    assert.deepEqual(placed(few, false).isColumn, false)
    const { places, isColumn } = placed(few, true)
    assert.deepEqual(
      [isColumn, ...few.nodes.map(({ id }) => places.get(id))],
      [true, ...[0, 32, 0, 0, 32, 32, 0].map((x, index) => ({ x, y: 64 * index }))],
    )
    const calls = Array.from({ length: 12 }, (_, at) => call('completed', 1, `c${at}`))
    assert.equal(placed(graphOf([...events.slice(0, 1), ...calls], true), false).isColumn, true)
  },
)
