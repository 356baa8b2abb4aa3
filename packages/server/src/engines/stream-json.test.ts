import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import type { EngineEvent } from '../domain/engine-event.ts'
import { claudeParser } from './claude/parse.ts'
import type { EngineParser } from './engine.ts'
import { qwenParser } from './qwen/parse.ts'

/** What a parser hears in these lines of stdout, without where. */
function heard(parser: EngineParser, lines: readonly unknown[]): unknown[] {
  let from = 0
  const events = lines.flatMap((line) => {
    const text = `${typeof line === 'string' ? line : JSON.stringify(line)}\n`
    const at = { stream: 'stdout', from, to: from + Buffer.byteLength(text) } as const
    from = at.to
    return parser.push({ text, at, tooLong: false })
  })
  return [...events, ...parser.end({ kind: 'exited', code: 0 })].map(withoutPlace)
}

const withoutPlace = ({ at: _at, ...event }: EngineEvent): unknown => event

const init = { type: 'system', subtype: 'init', session_id: 's' }
const said = (text: string, more: object = {}) => ({ type: 'assistant', message: { content: [{ type: 'text', text }] }, ...more })
const result = (more: object = {}) => ({
  ...{ type: 'result', subtype: 'success', is_error: false, usage: { input_tokens: 5, output_tokens: 2 } },
  ...more,
})
const began = [
  { type: 'session', handle: 's' },
  { type: 'turn', phase: 'started', reason: null },
]
const used = { type: 'usage', input: 5, output: 2, cached: 0, costUsd: null }
const completed = { type: 'turn', phase: 'completed', reason: null }
const message = (text: string, final: boolean) => ({ type: 'message', text, final })

test('the last message of a turn is the answer, unless there is one that fits a schema', () => {
  const lines = [init, said('one'), said('two'), result()]
  assert.deepEqual(heard(claudeParser(), lines), [...began, message('one', false), message('two', true), used, completed])
  const structured = [init, said('words'), result({ structured_output: { ok: true } })]
  assert.deepEqual(heard(claudeParser(), structured), [
    ...began,
    message('words', false),
    message('{"ok":true}', true),
    used,
    completed,
  ])
})

verifies('output.exactly-what-was-said', 'an answer that fits a schema has the numbers that were printed', () => {
  const line = JSON.stringify(result({ structured_output: { n: 1 } })).replace('"n":1', '"n":9223372036854775807,"x":1.0')
  const texts = heard(claudeParser(), [init, line]).flatMap((event) => ('text' in Object(event) ? [Object(event).text] : []))
  assert.deepEqual(texts, ['{"n":9223372036854775807,"x":1.0}'])
})

test('what an agent says that the agent has started is no answer', () => {
  const other = { ...said('{"ok":false}'), parent_tool_use_id: 'tool' }
  const [first, ...rest] = heard(claudeParser(), [init, said('{"ok":true}'), other, result()]).slice(2)
  assert.deepEqual(first, message('{"ok":true}', true))
  assert.deepEqual(rest, [{ type: 'unparsed', why: null, text: `${JSON.stringify(other)}\n`, tooLong: false }, used, completed])
})

test('a turn that says success and error at once has failed, and so has one of any other kind', () => {
  const ends = [
    result({ is_error: true, terminal_reason: 'api_error', api_error_status: 401, result: 'no' }),
    result({ subtype: 'error_max_turns', terminal_reason: 'max_turns' }),
    result({ subtype: 'error_during_execution', is_error: true, errors: ['a', 5, 'b'] }),
  ].map((end) => heard(claudeParser(), [init, end]).at(-1))
  assert.deepEqual(
    ends,
    ['api_error 401: no', 'max_turns: It did not say why.', 'error_during_execution: a\nb'].map((reason) => ({
      type: 'turn',
      phase: 'failed',
      reason,
    })),
  )
})

test('words of the model do not make facts', () => {
  const words = 'api_error 401 authentication_failed: no'
  assert.deepEqual(heard(claudeParser(), [init, said(words), result({ result: words })]), [
    ...began,
    message(words, true),
    used,
    completed,
  ])
})

test('qwen: an error in brackets is one only where nothing was used', () => {
  const words = '[API Error: 401 no]'
  const nothing = { input_tokens: 0, output_tokens: 0 }
  const free = { type: 'assistant', message: { content: [{ type: 'text', text: words }], usage: nothing } }
  const paid = {
    type: 'assistant',
    message: { content: [{ type: 'text', text: words }], usage: { input_tokens: 9, output_tokens: 4 } },
  }
  assert.deepEqual(heard(qwenParser(), [init, free, result({ usage: nothing })]).at(-1), {
    type: 'turn',
    phase: 'failed',
    reason: words,
  })
  assert.deepEqual(heard(qwenParser(), [init, paid, result()]), [...began, message(words, true), used, completed])
  // An error that was got over: the turn went on and used something.
  assert.deepEqual(heard(qwenParser(), [init, free, said('ok'), result()]).at(-1), completed)
})

test('what is of another shape stays raw, with the reason, and does not end the reading', () => {
  const why = (line: unknown) => heard(claudeParser(), [line])[0]
  const raw = (line: unknown, reason: string | null) => ({
    ...{ type: 'unparsed', why: reason, text: `${typeof line === 'string' ? line : JSON.stringify(line)}\n`, tooLong: false },
  })
  const otherFields = 'its fields are not those that claude_stream_json knows'
  const unknownEvent = 'it is an event that claude_stream_json does not know'
  const table: readonly (readonly [unknown, string | null])[] = [
    ['', null],
    ['words', 'it is not a JSON object'],
    ['[]', 'it is not a JSON object'],
    [{ type: 'new' }, unknownEvent],
    [{ type: 'system', subtype: 'new' }, unknownEvent],
    [{ type: 'system', subtype: 'init', session_id: 5 }, otherFields],
    [{ type: 'system', subtype: 'status' }, null],
    [{ type: 'assistant', message: {} }, otherFields],
    [{ type: 'assistant', message: { content: [{ type: 'picture' }] } }, otherFields],
    [{ type: 'assistant', message: { content: [] } }, null],
    [{ type: 'user', message: { content: 'a prompt' } }, null],
    [{ type: 'result', subtype: 'success' }, otherFields],
    [{ type: 'stream_event', event: {} }, null],
  ]
  for (const [line, reason] of table) assert.deepEqual(why(line), raw(line, reason), JSON.stringify(line))
  const odd = result({ usage: { input_tokens: 'many' } })
  assert.deepEqual(heard(claudeParser(), [odd]), [raw(odd, otherFields), completed])
})

test('what a turn of claude used is told by model where it can be, with its caches, and what it cost', () => {
  const model = (input: number, cost: number) => ({
    ...{ inputTokens: input, cacheReadInputTokens: 10, cacheCreationInputTokens: 1, outputTokens: 2, costUSD: cost },
  })
  const since = { model_usage_since_last_result: { one: model(100, 0.5), two: model(200, 0.25) }, total_cost_usd: 9 }
  assert.deepEqual(heard(claudeParser(), [result(since)])[0], { type: 'usage', input: 322, output: 4, cached: 20, costUsd: 0.75 })
  const broken = { model_usage_since_last_result: { one: { inputTokens: 1 } } }
  assert.equal((heard(claudeParser(), [result(broken)])[0] as { type: string }).type, 'unparsed')
})
