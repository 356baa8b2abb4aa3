import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineEvent } from '../../domain/engine-event.ts'
import type { Line } from '../../domain/launch.ts'
import { lineSplitter } from '../../process/lines.ts'
import { codexParser } from './parse.ts'

const lineOf = (text: string): Line => ({
  text,
  at: { stream: 'stdout', from: 10, to: 10 + Buffer.byteLength(text) },
  tooLong: false,
})
const withoutSpans = (events: readonly EngineEvent[]) => events.map(({ at: _, ...event }) => event)

/** What each line gives at once, and in the end what is left. */
function heard(...said: (object | string)[]): object[][] {
  const parser = codexParser()
  const splitter = lineSplitter('stdout')
  const text = said.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
  const lines = splitter.push(Buffer.from(text))
  return [...lines.map((line) => parser.push(line)), parser.end({ kind: 'exited', code: 0 })].map(withoutSpans)
}

const item = (when: string, fields: object) => ({ type: `item.${when}`, item: { id: 'item_1', ...fields } })
const message = (text: string) => item('completed', { type: 'agent_message', text })
const command = (status: string, rest: object) =>
  item(status === 'in_progress' ? 'started' : 'completed', { type: 'command_execution', command: 'ls', status, ...rest })
const started = command('in_progress', { aggregated_output: '', exit_code: null })
const completed = command('completed', { aggregated_output: 'a\n', exit_code: 0 })
const todo = (when: string) => item(when, { id: 'item_0', type: 'todo_list', items: [{ text: 'one', completed: true }] })
const turnCompleted = { type: 'turn.completed', usage: { input_tokens: 3, cached_input_tokens: 2, output_tokens: 1 } }
const turnFailed = { type: 'turn.failed', error: { message: 'no quota' } }
const retry = { type: 'error', message: 'Reconnecting... 1/5' }

const says = (text: string) => ({ type: 'message', text, final: false })
const answers = (text: string) => ({ type: 'message', text, final: true })
const tool = (phase: string, name: string, input: unknown, output: string | null = null, exitCode: number | null = null) => ({
  type: 'tool',
  phase,
  id: 'item_1',
  name,
  input,
  output,
  exitCode,
})
const starts = tool('started', 'shell', { command: 'ls' })
const completes = tool('completed', 'shell', { command: 'ls' }, 'a\n', 0)
const todoCompletes = { ...tool('completed', 'todo_list', { items: [{ text: 'one', completed: true }] }), id: 'item_0' }
const used = { type: 'usage', input: 3, output: 1, cached: 2, costUsd: null }
const turn = (phase: string, reason: string | null = null) => ({ type: 'turn', phase, reason })
const warns = { type: 'notice', code: 'ENGINE_ERROR_REPORTED', message: 'Reconnecting... 1/5' }

const calls: [object | string, object][] = [
  [command('failed', { aggregated_output: 'no\n', exit_code: 2 }), tool('failed', 'shell', { command: 'ls' }, 'no\n', 2)],
  [command('declined', { aggregated_output: '' }), tool('failed', 'shell', { command: 'ls' }, '')],
  [
    item('completed', { type: 'file_change', changes: [{ path: '/a', kind: 'add' }], status: 'failed' }),
    tool('failed', 'apply_patch', { changes: [{ path: '/a', kind: 'add' }] }),
  ],
  [
    item('completed', {
      type: 'mcp_tool_call',
      server: 'probe',
      tool: 'peek',
      arguments: { a: 1 },
      result: {
        content: [
          { type: 'text', text: 'one' },
          { type: 'image', data: '' },
          { type: 'text', text: 'two' },
        ],
      },
      error: null,
      status: 'completed',
    }),
    tool('completed', 'probe.peek', { a: 1 }, 'one\ntwo'),
  ],
  [
    item('completed', {
      type: 'mcp_tool_call',
      server: 'probe',
      tool: 'peek',
      result: null,
      error: { message: 'needs approval' },
    }),
    tool('failed', 'probe.peek', null, 'needs approval'),
  ],
  [
    item('started', { type: 'mcp_tool_call', server: 'probe', tool: 'peek', arguments: {}, result: null, error: null }),
    tool('started', 'probe.peek', {}),
  ],
  [
    item('completed', {
      type: 'collab_tool_call',
      tool: 'wait',
      prompt: null,
      receiver_thread_ids: ['t'],
      agents_states: {},
      status: 'failed',
    }),
    tool('failed', 'wait', { prompt: null, receiver_thread_ids: ['t'] }, '{}'),
  ],
]

test('the calls that no recording shows are heard with their fields', () => {
  for (const [said, event] of calls) assert.deepEqual(heard(said), [[event], []])
})

test('a web search keeps one id from its start to its end, though Codex writes two', () => {
  const search = (when: string, rest: string) =>
    `{"type":"item.${when}","item":{"id":"item_1","type":"web_search","id":"ws_1",${rest}}}`
  assert.deepEqual(heard(search('started', '"query":""'), search('completed', '"query":"rain","action":{"type":"search"}')), [
    [{ ...tool('started', 'web_search', { query: '', action: null }), id: 'ws_1' }],
    [{ ...tool('completed', 'web_search', { query: 'rain', action: { type: 'search' } }), id: 'ws_1' }],
    [],
  ])
})

const noObject = 'it is not a JSON object'
const unknownEvent = 'it is an event that codex_ndjson does not know'
const unknownItem = 'it is an item that codex_ndjson does not know'
const otherFields = 'its fields are not those that codex_ndjson knows'

const unknown: [string | object, string | null][] = [
  [' ', null],
  [todo('updated'), null],
  ['plain words', noObject],
  ['[1]', noObject],
  ['{"type":"turn.started"', noObject],
  [`{"type":"turn.started","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, noObject],
  [{}, unknownEvent],
  [{ type: 'surprise' }, unknownEvent],
  [{ type: 'constructor' }, unknownEvent],
  [item('updated', { type: 'command_execution' }), unknownEvent],
  [item('completed', { type: 'surprise' }), unknownItem],
  [item('completed', { type: 'constructor' }), unknownItem],
  [item('started', { type: 'agent_message', text: 'hi' }), unknownItem],
  [{ type: 'thread.started', thread_id: 5 }, otherFields],
  [{ type: 'error', message: {} }, otherFields],
  [{ type: 'item.completed', item: 'agent_message' }, otherFields],
  [item('completed', { type: 'error', message: null }), otherFields],
  [item('completed', { type: 'agent_message', text: ['hi'] }), otherFields],
  [item('completed', { type: 'reasoning' }), otherFields],
  [item('started', { id: 1, type: 'command_execution', command: 'ls', aggregated_output: '' }), otherFields],
  [item('started', { type: 'command_execution', command: ['ls'], aggregated_output: '' }), otherFields],
  [item('completed', { type: 'command_execution', command: 'ls', aggregated_output: null }), otherFields],
  [command('completed', { aggregated_output: '', exit_code: '0' }), otherFields],
  [item('started', { type: 'file_change', changes: {} }), otherFields],
  [item('started', { type: 'mcp_tool_call', server: 'probe' }), otherFields],
  [item('started', { type: 'web_search', query: 1 }), otherFields],
  [item('started', { type: 'collab_tool_call' }), otherFields],
  [item('started', { type: 'todo_list', items: null }), otherFields],
]

test('what is no event stays raw, and says why', () => {
  for (const [said, why] of unknown) {
    const text = `${typeof said === 'string' ? said : JSON.stringify(said)}\n`
    assert.deepEqual(withoutSpans(codexParser().push(lineOf(text))), [{ type: 'unparsed', why, text, tooLong: false }])
  }
})

test('the head of a line that is too long is not taken for the line', () => {
  const line = { ...lineOf('{"type":"turn.started"}'), tooLong: true }
  assert.deepEqual(codexParser().push(line), [{ type: 'unparsed', why: noObject, ...line }])
})

test('the last message before the turn completes is the answer', () => {
  assert.deepEqual(heard(message('one'), message('two'), turnCompleted), [
    [],
    [says('one')],
    [answers('two'), used, turn('completed')],
    [],
  ])
})

test('the start of a tool is told at once, and makes the message before it no answer', () => {
  assert.deepEqual(heard(message('one'), started, completed, message('two'), turnCompleted), [
    [],
    [says('one'), starts],
    [completes],
    [],
    [answers('two'), used, turn('completed')],
    [],
  ])
})

test('a todo list, a retry, a thought or a raw line after the answer wait behind it and change nothing', () => {
  const thought = item('completed', { type: 'reasoning', text: 'hm' })
  assert.deepEqual(heard(message('one'), todo('completed'), retry, thought, 'words', completed, turnCompleted), [
    ...[[], [], [], [], [], []],
    [
      answers('one'),
      todoCompletes,
      warns,
      { type: 'reasoning', text: 'hm' },
      { type: 'unparsed', why: noObject, text: 'words\n', tooLong: false },
      completes,
      used,
      turn('completed'),
    ],
    [],
  ])
})

test('a turn that fails has no answer', () => {
  assert.deepEqual(heard(message('partly'), retry, turnFailed), [[], [], [says('partly'), warns, turn('failed', 'no quota')], []])
})

test('each turn has its own answer', () => {
  assert.deepEqual(heard(message('one'), turnCompleted, { type: 'turn.started' }, message('two'), turnCompleted), [
    [],
    [answers('one'), used, turn('completed')],
    [turn('started')],
    [],
    [answers('two'), used, turn('completed')],
    [],
  ])
})

test('an end in the middle of a turn lets go what is held, and the turn has failed', () => {
  assert.deepEqual(heard({ type: 'turn.started' }, message('partly'), retry), [
    [turn('started')],
    [],
    [],
    [says('partly'), warns, turn('failed', 'It ended in the middle of its turn.')],
  ])
})

test('an end in the middle of a turn stands where stdout ended', () => {
  const parser = codexParser()
  const line = lineOf('{"type":"turn.started"}\n')
  parser.push(line)
  parser.push({ text: 'bye\n', at: { stream: 'stderr', from: 0, to: 4 }, tooLong: false })
  const at = { stream: 'stdout', from: line.at.to, to: line.at.to }
  const failed = { type: 'turn', phase: 'failed', reason: 'It ended in the middle of its turn.', at }
  assert.deepEqual(parser.end({ kind: 'signaled', signal: 'SIGTERM' }), [failed])
})

test('what comes on stderr waits for nothing', () => {
  const parser = codexParser()
  const line: Line = { text: '{"type":"turn.started"}\n', at: { stream: 'stderr', from: 0, to: 24 }, tooLong: false }
  assert.deepEqual(parser.push(lineOf(`${JSON.stringify(message('one'))}\n`)), [])
  assert.deepEqual(parser.push(line), [{ type: 'unparsed', why: null, ...line }])
})

test('a turn that completes is told, even when what it used or why it failed cannot be read', () => {
  const text = (said: object) => `${JSON.stringify(said)}\n`
  const odd = { type: 'turn.completed', usage: { input_tokens: '3', output_tokens: 1 } }
  const none = { type: 'turn.completed' }
  const raw = (said: object) => ({ type: 'unparsed', why: otherFields, text: text(said), tooLong: false })
  assert.deepEqual(heard(message('one'), odd, none, { type: 'turn.failed', error: 'x' }), [
    [],
    [answers('one'), raw(odd), turn('completed')],
    [raw(none), turn('completed')],
    [turn('failed')],
    [],
  ])
})

test('a message does not wait behind more than a few megabytes', () => {
  const long = command('completed', { aggregated_output: 'x'.repeat(1_000_000), exit_code: 0 })
  const event = tool('completed', 'shell', { command: 'ls' }, 'x'.repeat(1_000_000), 0)
  assert.deepEqual(heard(message('one'), long, long, long, long, long, turnCompleted), [
    ...[[], [], [], [], []],
    [says('one'), event, event, event, event, event],
    [used, turn('completed')],
    [],
  ])
})

test('a message does not wait behind endless empty lines', () => {
  const parser = codexParser()
  parser.push(lineOf(`${JSON.stringify(message('one'))}\n`))
  const released = Array.from({ length: 5_000 }, () => parser.push(lineOf('\n')).length)
  // 4 MiB, an empty line counted as 1 KiB and its byte: the message and 4,093 lines go together, and then each line by itself.
  assert.deepEqual(released, [...Array(4_092).fill(0), 4_094, ...Array(907).fill(1)])
})
