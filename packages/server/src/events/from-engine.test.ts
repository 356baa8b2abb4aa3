import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import type { EngineEvent } from '../domain/engine-event.ts'
import { toFcmp } from './fcmp.ts'
import { draftsOf } from './from-engine.ts'
import { stamp } from './rasp.ts'

const at = { stream: 'stdout', from: 5, to: 9 } as const
const tool = { type: 'tool', phase: 'started', id: 'c1', name: 'shell', input: null, output: null, exitCode: null, at } as const

function numbered(): () => string {
  let n = 0
  return () => `m_1_${++n}`
}
const voice = { run: 'run_1', job: 'job_1', attempt: 1, engine: 'replay', parser: 'replay_ndjson', confidence: 0.95 }
const raspOf = (event: EngineEvent): RaspEvent[] =>
  draftsOf([event], numbered()).map((draft, index) => stamp(voice, draft, index + 1, '2026-01-01T00:00:00.000Z'))

const table: [EngineEvent, string, object, object[]][] = [
  [
    { type: 'session', handle: 's', at },
    'lifecycle.run_handle',
    { handle_id: 's' },
    [{ type: 'conversation.started', data: { session_id: 's' } }],
  ],
  [{ type: 'turn', phase: 'started', reason: null, at }, 'agent.turn.started', {}, []],
  [{ type: 'turn', phase: 'completed', reason: null, at }, 'agent.turn.completed', {}, []],
  [{ type: 'turn', phase: 'failed', reason: 'why', at }, 'agent.turn.failed', { reason: 'why' }, []],
  [
    { type: 'message', text: 'hi', final: true, at },
    'agent.message.final',
    { message_id: 'm_1_1', text: 'hi' },
    [{ type: 'assistant.message.final', data: { message_id: 'm_1_1', text: 'hi' } }],
  ],
  [
    { type: 'message', text: 'so', final: false, at },
    'agent.message.intermediate',
    { message_id: 'm_1_1', text: 'so' },
    [{ type: 'assistant.message.intermediate', data: { message_id: 'm_1_1', text: 'so' } }],
  ],
  [
    { type: 'reasoning', text: 'hm', at },
    'agent.reasoning',
    { text: 'hm' },
    [{ type: 'assistant.reasoning', data: { text: 'hm' } }],
  ],
  [
    { type: 'usage', input: 1, output: 2, cached: 3, costUsd: null, at },
    'agent.usage',
    { input_tokens: 1, output_tokens: 2, cached_tokens: 3, cost_usd: null },
    [{ type: 'usage.updated', data: { input_tokens: 1, output_tokens: 2, cached_tokens: 3, cost_usd: null } }],
  ],
  [
    { ...tool, input: { command: 'ls\n -la' } },
    'tool.call.started',
    { call_id: 'c1', name: 'shell', input: { command: 'ls\n -la' }, output_preview: null, exit_code: null },
    [
      {
        type: 'assistant.tool_call',
        data: { phase: 'started', name: 'shell', call_id: 'c1', summary: '{"command":"ls\\n -la"}' },
      },
    ],
  ],
  [
    { ...tool, phase: 'failed', output: 'no such\nfile', exitCode: 2 },
    'tool.call.failed',
    { call_id: 'c1', name: 'shell', input: null, output_preview: 'no such\nfile', exit_code: 2 },
    [{ type: 'assistant.tool_call', data: { phase: 'failed', name: 'shell', call_id: 'c1', summary: 'exit 2 no such file' } }],
  ],
]

test('each thing an engine says becomes one event that knows its bytes, and what a person is shown of it', () => {
  for (const [event, type, data, fcmp] of table) {
    const [rasp, ...rest] = raspOf(event)
    assert.ok(rasp)
    assert.deepEqual([rasp.event.type, rasp.data, rest], [type, data, []])
    assert.deepEqual(rasp.raw_ref, { attempt_number: 1, stream: 'stdout', byte_from: 5, byte_to: 9, encoding: 'utf-8' })
    assert.deepEqual(toFcmp(rasp), fcmp)
  }
})

test('messages and tool calls can be found by their ids', () => {
  const idsOf = (event: EngineEvent) => {
    const { correlation } = raspOf(event)[0] ?? {}
    return [correlation?.message_id, correlation?.call_id]
  }
  assert.deepEqual(idsOf({ type: 'message', text: 'hi', final: true, at }), ['m_1_1', null])
  assert.deepEqual(idsOf(tool), [null, 'c1'])
})

test('what a tool was given and gave is shown by its beginning when it is long', () => {
  const [rasp] = raspOf({ ...tool, phase: 'completed', input: { text: '😀'.repeat(20_000) }, output: 'é'.repeat(10_000) })
  assert.ok(rasp?.event.type === 'tool.call.completed')
  const { input, output_preview: output } = rasp.data as { input: string; output_preview: string }
  assert.ok(input.startsWith('{"text":"😀😀') && input.endsWith('😀…'), input.slice(-5))
  assert.deepEqual([input.length <= 4096, output], [true, `${'é'.repeat(4095)}…`])
  const [shown] = toFcmp(rasp)
  assert.equal(shown?.type === 'assistant.tool_call' ? shown.data.summary.length : 0, 200)
})

test('lines that were not understood are raw, and told once for all that came together', () => {
  const raw = (text: string, from: number, why: string | null): EngineEvent => ({
    type: 'unparsed',
    text,
    why,
    tooLong: false,
    at: { stream: 'stdout', from, to: from + text.length },
  })
  const drafts = draftsOf([raw('one\n', 0, 'it is odd'), raw('\n', 4, null), raw('two\n', 5, 'it is odder')], numbered())
  assert.deepEqual(drafts, [
    { type: 'raw.stdout', data: { text: 'one\n' }, at: { stream: 'stdout', from: 0, to: 4 } },
    { type: 'raw.stdout', data: { text: '\n' }, at: { stream: 'stdout', from: 4, to: 5 } },
    { type: 'raw.stdout', data: { text: 'two\n' }, at: { stream: 'stdout', from: 5, to: 9 } },
    {
      type: 'diagnostic.warning',
      data: {
        code: 'UNPARSED_CONTENT_FELL_BACK_TO_RAW',
        message: '2 lines were not understood and kept as raw output: it is odd.',
        severity: 'warning',
        count: 2,
      },
    },
  ])
  assert.deepEqual(draftsOf([raw('\n', 0, null)], numbered()).length, 1)
})
