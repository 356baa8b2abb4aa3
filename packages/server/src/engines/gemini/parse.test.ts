import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../../test/verifies.ts'
import type { EngineEvent } from '../../domain/engine-event.ts'
import type { Exit, Line, Stream } from '../../domain/launch.ts'
import { lineSplitter } from '../../process/lines.ts'
import { geminiParser } from './parse.ts'

const exit: Exit = { kind: 'exited', code: 0 }

/** All events of a CLI that prints this and ends. */
function heard(stdout: string | Buffer, stderr = ''): EngineEvent[] {
  const parser = geminiParser()
  const pushed = [...linesOf('stderr', stderr), ...linesOf('stdout', stdout)].flatMap((line) => parser.push(line))
  return [...pushed, ...parser.end(exit)]
}

function linesOf(stream: Stream, text: string | Buffer): Line[] {
  const splitter = lineSplitter(stream)
  return [...splitter.push(Buffer.from(text)), ...splitter.end()]
}

const withoutSpan = ({ at: _, ...event }: EngineEvent) => event
const said = (stdout: string, stderr?: string) => heard(stdout, stderr).map(withoutSpan)

const printed = (...events: object[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join('')
const init = { type: 'init', session_id: 's-1', model: 'm' }
const prompt = { type: 'message', role: 'user', content: 'do it' }
const delta = (content: string) => ({ type: 'message', role: 'assistant', content, delta: true })
const use = (id: string, name: string, parameters?: object) => ({ type: 'tool_use', tool_id: id, tool_name: name, parameters })
const stats = { input_tokens: 7, output_tokens: 3, cached: 2 }
const success = { type: 'result', status: 'success', stats }

const session = { type: 'session', handle: 's-1' }
const started = { type: 'turn', phase: 'started', reason: null }
const completed = { type: 'turn', phase: 'completed', reason: null }
const failed = (reason: string) => ({ type: 'turn', phase: 'failed', reason })
const message = (text: string, final: boolean) => ({ type: 'message', text, final })
const usage = { type: 'usage', input: 7, output: 3, cached: 2, costUsd: null }
const raw = (text: string, why: string | null = null) => ({ type: 'unparsed', why, text, tooLong: false })
const reported = (text: string) => ({ type: 'notice', code: 'ENGINE_ERROR_REPORTED', message: text })
const noisy = {
  type: 'notice',
  code: 'GEMINI_STDOUT_NOISE',
  message: 'stdout contains text that is not an event.',
}
const fallback = {
  type: 'notice',
  code: 'GEMINI_STREAM_JSON_FALLBACK_USED',
  message: 'It printed one JSON document where stream-json was asked for.',
}
const cutOff = failed('It ended in the middle of its turn.')

test('a turn with tools is heard event by event, and what was said after the last tool is the answer', () => {
  const tool = { type: 'tool', id: 'sh__1', name: 'sh', exitCode: null }
  assert.deepEqual(
    said(
      printed(
        init,
        prompt,
        delta('first '),
        delta('this'),
        use('sh__1', 'sh', { command: 'ls' }),
        { type: 'tool_result', tool_id: 'sh__1', status: 'success', output: 'a.txt' },
        delta('then '),
        delta('that'),
        success,
      ),
    ),
    [
      session,
      started,
      message('first this', false),
      { ...tool, phase: 'started', input: { command: 'ls' }, output: null },
      { ...tool, phase: 'completed', input: null, output: 'a.txt' },
      message('then that', true),
      usage,
      completed,
    ],
  )
})

test('pieces of one message are one event that lies at all of their lines', () => {
  const [first, second, third] = [delta('ä'), delta(''), delta('€')].map((event) => printed(event))
  const head = printed(init)
  const from = head.length
  const to = Buffer.byteLength(`${head}${first}${second}${third}`)
  assert.deepEqual(
    heard(`${head}${first}${second}${third}${printed(success)}`).find(({ type }) => type === 'message'),
    { type: 'message', text: 'ä€', final: true, at: { stream: 'stdout', from, to } },
  )
})

test('noise and reported errors between the pieces of an answer do not cut it in two', () => {
  const loop = { type: 'error', severity: 'warning', message: 'Loop detected, stopping execution' }
  assert.deepEqual(said(`${printed(init, delta('an '))}some words\n\n${printed(delta('answer'), loop, success)}`), [
    session,
    message('an answer', true),
    raw('some words\n'),
    noisy,
    raw('\n'),
    reported('Loop detected, stopping execution'),
    usage,
    completed,
  ])
})

test('a message that is whole in itself is not joined with the pieces before it', () => {
  assert.deepEqual(said(printed(delta('a piece'), { ...delta('whole'), delta: false }, success)), [
    message('a piece', false),
    message('whole', true),
    usage,
    completed,
  ])
})

test('a message that grows without end is told in parts', () => {
  const part = 'x'.repeat(3 * 1024 * 1024)
  const texts = heard(printed(delta(part), delta(part), success)).flatMap((event) =>
    event.type === 'message' ? [[event.text.length, event.final]] : [],
  )
  assert.deepEqual(texts, [
    [part.length, false],
    [part.length, true],
  ])
})

test('noise without end does not wait for the end of a message', () => {
  const parser = geminiParser()
  const lines = linesOf('stdout', `${printed(delta('said'))}${'\n'.repeat(10_000)}`)
  const events = lines.flatMap((line) => parser.push(line))
  assert.deepEqual(events.slice(0, 2).map(withoutSpan), [message('said', false), raw('\n')])
})

test('the end of a tool call has the name that its start gave, or else the name in its id', () => {
  const names = said(
    printed(
      use('x__1', 'write_file'),
      { type: 'tool_result', tool_id: 'x__1', status: 'success' },
      { type: 'tool_result', tool_id: 'mcp__server__look__call_2', status: 'success' },
      { type: 'tool_result', tool_id: 'bare', status: 'success' },
    ),
  ).flatMap((event) => (event.type === 'tool' ? [event.name] : []))
  assert.deepEqual(names, ['write_file', 'write_file', 'mcp__server__look', 'bare'])
})

test('of tool calls that never end only the latest are remembered', () => {
  const parser = geminiParser()
  const push = (event: object) => linesOf('stdout', printed(event)).flatMap((line) => parser.push(line))
  for (let call = 0; call < 1001; call += 1) push(use(`id__${call}`, 'named'))
  const endOf = (id: string) =>
    push({ type: 'tool_result', tool_id: id, status: 'success' }).map((event) => 'name' in event && event.name)
  assert.deepEqual([endOf('id__0'), endOf('id__1'), endOf('id__1000')], [['id'], ['named'], ['named']])
})

test('a tool that failed tells its output, or else its error', () => {
  const error = { type: 'file_not_found', message: 'File not found: /x' }
  const outputs = said(
    printed(
      { type: 'tool_result', tool_id: 'a__1', status: 'error', output: 'File not found.', error },
      { type: 'tool_result', tool_id: 'a__2', status: 'error', error },
      { type: 'tool_result', tool_id: 'a__3', status: 'error' },
    ),
  )
  const tool = { type: 'tool', phase: 'failed', name: 'a', input: null, exitCode: null }
  assert.deepEqual(outputs, [
    { ...tool, id: 'a__1', output: 'File not found.' },
    { ...tool, id: 'a__2', output: 'File not found: /x' },
    { ...tool, id: 'a__3', output: null },
  ])
})

const failures: [string, object[], object[]][] = [
  [
    'its own error says why',
    [
      { type: 'error', message: 'earlier' },
      { type: 'result', status: 'error', error: { message: 'no quota' }, stats },
    ],
    [reported('earlier'), usage, failed('no quota')],
  ],
  [
    'the error before it says why',
    [
      { type: 'error', message: 'earlier' },
      { type: 'result', status: 'error' },
    ],
    [reported('earlier'), failed('earlier')],
  ],
  ['nobody says why', [{ type: 'result', status: 'error' }], [failed('It did not say why.')]],
  [
    'an error of another turn does not say why',
    [{ type: 'error', message: 'old' }, prompt, { type: 'result', status: 'error' }],
    [reported('old'), started, failed('It did not say why.')],
  ],
]

for (const [what, events, expected] of failures) {
  test(`a result that is an error fails the turn, and ${what}`, () => {
    assert.deepEqual(said(printed(prompt, ...events)), [started, ...expected])
  })
}

test('what was said before a turn failed is no answer', () => {
  assert.deepEqual(said(printed(delta('half'), { type: 'result', status: 'error' })), [
    message('half', false),
    failed('It did not say why.'),
  ])
})

test('a turn completes even when nobody can read what it used', () => {
  const line = printed({ type: 'result', status: 'success', stats: { input_tokens: -1 } })
  assert.deepEqual(said(line), [raw(line, 'its stats are not those that gemini_json knows'), completed])
  assert.deepEqual(said(printed({ type: 'result', status: 'success' })), [completed])
})

test('a stream that ends without a result failed in the middle, also with exit code 0', () => {
  const stdout = printed(init, prompt, delta('half'))
  const end = { stream: 'stdout', from: stdout.length, to: stdout.length }
  assert.deepEqual(said(stdout), [session, started, message('half', false), cutOff])
  assert.deepEqual(heard(stdout).at(-1), { ...cutOff, at: end })
  assert.deepEqual(said(printed(init)), [session, cutOff])
})

const unknown: [object, string][] = [
  [{ type: 'surprise' }, 'a type that nobody knows'],
  [{ type: 'init' }, 'a start without a session'],
  [{ type: 'message', role: 'system', content: 'x' }, 'a message of somebody else'],
  [{ type: 'message', role: 'assistant', content: 5 }, 'a message without text'],
  [{ type: 'tool_use', tool_id: 'x' }, 'a tool without a name'],
  [{ type: 'tool_result', tool_id: 'x', status: 'maybe' }, 'a tool that ended otherwise'],
  [{ type: 'error' }, 'an error without words'],
  [{ type: 'result', status: 'maybe' }, 'a result that is neither'],
]

for (const [event, what] of unknown) {
  test(`${what} stays raw and says why`, () => {
    assert.deepEqual(said(printed(event)), [raw(printed(event), 'it is not an event of gemini_json')])
  })
}

test('a broken line of a stream stays raw and says why, and reading goes on with the next', () => {
  assert.deepEqual(said(`${printed(init)}{"type":"message","ro\n{"a":1}\n${printed(success)}`), [
    session,
    raw('{"type":"message","ro\n', 'it is not a JSON object'),
    raw('{"a":1}\n', 'it is not an event of gemini_json'),
    usage,
    completed,
  ])
})

test('the head of a line that is too long is not taken for the line', () => {
  const line = { ...(linesOf('stdout', printed(delta('hi')))[0] as Line), tooLong: true }
  assert.deepEqual(geminiParser().push(line), [{ type: 'unparsed', why: null, ...line }])
})

test('noise before a stream is told once the stream has begun, and once only', () => {
  assert.deepEqual(said(`Loaded something.\nfunction {\n${printed(init)}more\nand more\n${printed(success)}`), [
    raw('Loaded something.\n'),
    raw('function {\n'),
    noisy,
    session,
    raw('more\n'),
    raw('and more\n'),
    usage,
    completed,
  ])
})

test('empty lines are no noise', () => {
  assert.deepEqual(said(`\n${printed(init)} \n${printed(success)}`), [raw('\n'), session, raw(' \n'), usage, completed])
})

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)
const tokens = (prompt: number, candidates: number, cached: number) => ({
  tokens: { input: prompt - cached, prompt, candidates, total: prompt + candidates, cached, thoughts: 0, tool: 0 },
})
const document = { session_id: 's-1', response: 'an answer', stats: { models: { big: tokens(5, 2, 1), small: tokens(2, 1, 1) } } }
const failure = { session_id: 's-1', error: { type: 'Error', message: 'no quota', code: 429 } }
const answered = [fallback, session, message('an answer', true), usage, completed]

test('one document on stdout is the whole turn, with the sum over all models', () => {
  assert.deepEqual(said(pretty(document)), answered)
  assert.deepEqual(said(JSON.stringify(document)), answered)
  const at = { stream: 'stdout', from: 0, to: pretty(document).length }
  assert.deepEqual(
    heard(pretty(document)).map((event) => event.at),
    answered.map(() => at),
  )
})

test('what stands around a document is noise, even on its last line', () => {
  assert.deepEqual(said(`Hello\n\n${pretty(document)}bye\nand bye\n`), [
    raw('Hello\n'),
    raw('\n'),
    noisy,
    ...answered,
    raw('and bye\n'),
  ])
})

test('the same document twice is told once', () => {
  const second = `[ERROR] ${pretty(failure)}\n`.split(/(?<=\n)/).map((line) => raw(line))
  assert.deepEqual(said('', `${pretty(failure)}\n[ERROR] ${pretty(failure)}\n`), [session, failed('no quota'), ...second])
})

test('a document may have words before it on its line', () => {
  assert.deepEqual(said('', `[ERROR] ${pretty(failure)}\n`), [session, failed('no quota')])
  assert.deepEqual(said('', `[ERROR] ${JSON.stringify(failure)} (fatal)\n`), [session, failed('no quota')])
})

test('of two documents the last one counts, and the fallback is told once', () => {
  assert.deepEqual(said(`${pretty({ ...document, response: 'first' })}\n${pretty(document)}\n`), [
    fallback,
    session,
    message('first', true),
    usage,
    completed,
    ...answered.slice(1),
  ])
})

test('a document may hold an answer, warnings and a failure at once', () => {
  const error = { type: 'INVALID_STREAM', message: 'It was blocked.' }
  assert.deepEqual(said(pretty({ session_id: 's-1', response: 'half', error, warnings: ['Loop detected', 5] })), [
    fallback,
    session,
    reported('Loop detected'),
    message('half', false),
    failed('It was blocked.'),
  ])
})

test('a document without readable stats tells everything but the usage', () => {
  const withoutUsage = answered.filter(({ type }) => type !== 'usage')
  assert.deepEqual(said(pretty({ ...document, stats: { models: { big: { tokens: { prompt: 'many' } } } } })), withoutUsage)
  assert.deepEqual(said(pretty({ ...document, stats: undefined })), withoutUsage)
})

const noDocuments: [string, string][] = [
  ['an answer in words', 'The error was: quota exceeded, 401, API key not valid.\n'],
  ['an answer that is a JSON object', '{"ok": true, "error": {"message": "failed"}}\n'],
  ['an answer that is JSON on several lines', `${pretty({ session_id: 's-1', error: 'failed' })}\n`],
  ['an answer that is code', 'function run() {\n  throw new Error("failed")\n}\nThat is all.\n'],
  ['a document that was cut off', pretty(document).slice(0, -2)],
  ['a document with something in between', pretty(document).replace('"stats"', '\nnoise\n"stats"')],
  ['braces without end', '{\n'.repeat(50)],
  [
    'a document that is nested too deep',
    `{\n  "session_id": "s-1", "response": "", "stats": ${'['.repeat(2000)}${']'.repeat(2000)}\n}`,
  ],
]

for (const [what, text] of noDocuments) {
  test(`${what} stays raw on both streams, so that stdout can still be searched for the answer`, () => {
    const lines = text.split(/(?<=\n)/).map((line) => raw(line))
    assert.deepEqual(said(text), lines)
    assert.deepEqual(said('', text), lines)
  })
}

test('lines are held back only while they may be a document, and not without end', () => {
  const parser = geminiParser()
  const push = (text: string) => linesOf('stderr', text).flatMap((line) => parser.push(line)).length
  assert.deepEqual([push('  cause: {\n'), push('{\n'), push('  "a": 1,\n'), push('words\n'), push('{\n')], [1, 0, 0, 3, 0])
  const line = `  ${'x'.repeat(1024 * 1024)}\n`
  assert.deepEqual(
    [...Array(9)].map(() => push(line)),
    [0, 0, 0, 0, 0, 0, 0, 9, 1],
  )
  assert.equal(push('}\n'), 1)
})

test('a failure on stderr is heard, but not where the stream speaks', () => {
  assert.deepEqual(said('', `YOLO\n${pretty(failure)}\n`), [raw('YOLO\n'), session, failed('no quota')])
  const parser = geminiParser()
  const push = (stream: Stream, text: string) =>
    linesOf(stream, text)
      .flatMap((line) => parser.push(line))
      .map(withoutSpan)
  assert.deepEqual(push('stderr', '{\n  "session_id": "s-1",\n'), [])
  assert.deepEqual(push('stdout', printed(init)), [session])
  assert.deepEqual(push('stderr', '  "error": { "message": "no" }\n}\n'), [
    raw('{\n'),
    raw('  "session_id": "s-1",\n'),
    raw('  "error": { "message": "no" }\n'),
    raw('}\n'),
  ])
})

test('events of the stream are heard on stdout only', () => {
  assert.deepEqual(said('', printed(init)), [raw(printed(init))])
})

verifies('entry.parsers-never-throw', 'whatever bytes come, Gemini CLI’s parser throws nothing and loses no byte', () => {
  const known = [printed(init), printed(prompt), printed(delta('ä€𝄞')), printed(success), pretty(document), pretty(failure)]
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(...known, '{\n', '  "a": {\n', '}\n', '\n', '[ERROR] ').map((text) => Buffer.from(text)),
  )
  const chunk = fc.record({ stream: fc.constantFrom<Stream>('stdout', 'stderr'), bytes: piece })
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 16 }), (chunks) => {
      const parser = geminiParser()
      const splitters = { stdout: lineSplitter('stdout'), stderr: lineSplitter('stderr') }
      const lines = chunks.flatMap(({ stream, bytes }) => splitters[stream].push(bytes))
      const rest = [...splitters.stdout.end(), ...splitters.stderr.end()]
      const events = [...[...lines, ...rest].flatMap((line) => parser.push(line)), ...parser.end(exit)]
      for (const stream of ['stdout', 'stderr'] as const) {
        const size = chunks.reduce((sum, { stream: other, bytes }) => sum + (other === stream ? bytes.length : 0), 0)
        assert.equal(covered(events.filter(({ at }) => at.stream === stream)), size)
      }
      JSON.stringify(events)
    }),
    { numRuns: 1000 },
  )
})

/** The end of what the events cover from 0 on without a gap. */
function covered(events: readonly EngineEvent[]): number {
  return events.reduce((end, { at }) => {
    assert.ok(at.from <= end, 'there is a gap')
    return Math.max(end, at.to)
  }, 0)
}
