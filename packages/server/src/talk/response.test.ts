import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { type Answer, type InteractionKind, interactionKinds, type Question } from '../domain/conversation.ts'
import { replyText, responseProblems } from './response.ts'

const question = (kind: InteractionKind, more: Partial<Question> = {}): Question => ({
  kind,
  prompt: 'P',
  options: [],
  uiHints: {},
  defaultDecisionPolicy: null,
  requiredFields: [],
  context: null,
  ...more,
})

const choice = question('choose_one', {
  options: [
    { value: 'me', label: 'Myself' },
    { value: '团队', label: 'My team' },
    { value: '3', label: '3' },
  ],
})
const form = question('fill_fields', { requiredFields: ['city', 'a/b~c'] })

const at = (path: string, message: string, keyword: string) => ({ path, message, keyword })
const oneFile = [{ path: 'a.txt' }]

verifies('reply.wrong-kind', 'a reply that fits its question has no problems', () => {
  const table: readonly (readonly [Question, unknown, readonly unknown[]])[] = [
    [choice, 'me', []],
    [choice, '团队', oneFile],
    [question('choose_one'), 'anything', []],
    [{ ...choice, uiHints: { allow_other: true } }, 'something else', []],
    [question('confirm'), true, []],
    [question('confirm'), false, oneFile],
    [question('risk_ack'), true, []],
    [question('risk_ack'), false, []],
    [question('open_text'), '我的团队需要它', []],
    [question('open_text'), 'x'.repeat(1024 * 1024), []],
    [form, { city: '北京', 'a/b~c': 0, more: null, flag: false, empty: '' }, []],
    [question('fill_fields'), {}, []],
    [question('upload_files'), null, oneFile],
    [question('upload_files'), undefined, oneFile],
    [question('upload_files'), '', oneFile],
    [question('upload_files'), 'a note', oneFile],
    [question('upload_files'), { note: ['nested'] }, oneFile],
  ]
  for (const [asked, response, files] of table) assert.deepEqual(responseProblems(asked, response, files), [])
})

verifies('reply.wrong-kind', 'every wrong field of a reply is told once, with its place', () => {
  const isNoText = at('/response', 'must be a text', 'type')
  const isEmpty = at('/response', 'must not be empty', 'minLength')
  const isNoBoolean = at('/response', 'must be true or false', 'type')
  const isNoObject = at('/response', 'must be an object', 'type')
  const isNoOption = at('/response', 'must be one of "me", "团队", "3"', 'enum')
  const hasNoFile = at('/files', 'must hold at least one file', 'minItems')
  const isTooLong = at('/response', 'must not be longer than 1 MiB', 'maxLength')
  const table: readonly (readonly [Question, unknown, readonly unknown[]])[] = [
    [choice, 'Myself', [isNoOption]],
    [choice, ' me', [isNoOption]],
    [choice, '', [isNoOption]],
    [choice, 3, [isNoText]],
    [choice, null, [isNoText]],
    [choice, ['me'], [isNoText]],
    [{ ...choice, uiHints: { allow_other: 'true' } }, 'other', [isNoOption]],
    [{ ...choice, uiHints: { allow_other: true } }, ' ', [isEmpty]],
    [{ ...choice, uiHints: { allow_other: true } }, 3, [isNoText]],
    [question('choose_one'), '\n', [isEmpty]],
    [question('confirm'), 'true', [isNoBoolean]],
    [question('confirm'), null, [isNoBoolean]],
    [question('risk_ack'), 1, [isNoBoolean]],
    [question('risk_ack'), undefined, [isNoBoolean]],
    [question('open_text'), '', [isEmpty]],
    [question('open_text'), ' \n\u3000', [isEmpty]],
    [question('open_text'), true, [isNoText]],
    [question('open_text'), { text: 'a' }, [isNoText]],
    [question('open_text'), 'x'.repeat(1024 * 1024 + 1), [isTooLong]],
    [question('open_text'), '文'.repeat(350_000), [isTooLong]],
    [form, { city: 'x'.repeat(1024 * 1024) }, [isTooLong]],
    [form, null, [isNoObject]],
    [form, [], [isNoObject]],
    [form, 'city', [isNoObject]],
    [form, {}, [at('/response/city', 'is required', 'required'), at('/response/a~1b~0c', 'is required', 'required')]],
    [
      form,
      { city: ' ', 'a/b~c': null, list: [], map: {} },
      [
        at('/response/city', 'must not be empty', 'minLength'),
        at('/response/a~1b~0c', 'must not be empty', 'minLength'),
        at('/response/list', 'must be a text, a number, true, false or null', 'type'),
        at('/response/map', 'must be a text, a number, true, false or null', 'type'),
      ],
    ],
    [
      question('fill_fields', { requiredFields: ['toString', '__proto__'] }),
      {},
      [at('/response/toString', 'is required', 'required'), at('/response/__proto__', 'is required', 'required')],
    ],
    [question('upload_files'), 'a note', [hasNoFile]],
    [question('upload_files'), true, [at('/response', 'must be null, a text or an object', 'type'), hasNoFile]],
    [question('upload_files'), [], [at('/response', 'must be null, a text or an object', 'type'), hasNoFile]],
  ]
  assert.deepEqual(
    table.map(([asked, response]) => [asked, response, responseProblems(asked, response, [])]),
    table,
  )
})

test('a reply of brackets is refused, and no more than a hundred problems are told', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
  for (const response of [deep, { a: deep }])
    assert.deepEqual(responseProblems(question('upload_files'), response, oneFile), [
      at('/response', 'must not be nested that deeply', 'maxDepth'),
    ])
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, []]))
  assert.equal(responseProblems(question('fill_fields'), many, []).length, 100)
})

test('the list of options in a problem is short', () => {
  const options = Array.from({ length: 100 }, (_, index) => ({ value: `${index}${'x'.repeat(490)}`, label: '' }))
  const [problem] = responseProblems(question('choose_one', { options }), 'y', [])
  assert.equal(problem?.message, `must be one of "0${'x'.repeat(482)}…`)
})

const reply = (response: unknown, files: Answer['files'] = []): Answer => ({
  resolution: 'user_reply',
  response,
  files,
  upload: null,
  at: '2026-01-01T00:00:00.000Z',
  key: null,
})

const sent = [
  { path: 'a.txt', size: 1, sha256: '0' },
  { path: 'docs/报告.pdf', size: 2048, sha256: '1' },
]
const sentLines = `Files that came with this answer (they can be read and not changed):
- /workspace/replies/2/a.txt (1 byte)
- /workspace/replies/2/docs/报告.pdf (2048 bytes)`

const told = (asked: Question, answer: Answer, autoDecide = '') =>
  replyText({ id: 2, question: asked }, answer, '/workspace/replies/2', autoDecide)

test('the engine is told what the person said: a text as it is, the rest with a sentence', () => {
  const table: readonly (readonly [Question, Answer, string])[] = [
    [choice, reply('团队'), '团队'],
    [question('open_text'), reply('  My own words.\n\nAnd {{policy}} $& more. '), '  My own words.\n\nAnd {{policy}} $& more. '],
    [question('open_text'), reply('See there.', sent), `See there.\n\n${sentLines}`],
    [question('confirm'), reply(true), 'The person said yes.\n\ntrue'],
    [question('confirm'), reply(false), 'The person said no.\n\nfalse'],
    [question('risk_ack'), reply(true), 'The person knows the risk and accepts it.\n\ntrue'],
    [question('risk_ack'), reply(false), 'The person does not accept the risk. Do not take it.\n\nfalse'],
    [form, reply({ city: '北京', n: 1 }), 'The person filled in these fields:\n\n{"city":"北京","n":1}'],
    [question('upload_files'), reply(null, sent), `The person sent files and no text.\n\n${sentLines}`],
    [question('upload_files'), reply('', sent), `The person sent files and no text.\n\n${sentLines}`],
    [question('upload_files'), reply('Two files.', sent), `Two files.\n\n${sentLines}`],
    [question('upload_files'), reply({ year: 2024 }, sent), `The person answered:\n\n{"year":2024}\n\n${sentLines}`],
  ]
  assert.deepEqual(
    table.map(([asked, answer]) => [asked, answer, told(asked, answer)]),
    table,
  )
})

test('when nobody answered the engine is told to decide, by its own policy where it gave one', () => {
  const timedOut: Answer = { ...reply(null), resolution: 'auto_decide_timeout' }
  const text = 'Nobody answered in time.\n\n- You said: {{policy}}\n- Decide yourself, and go on.\n'
  const withPolicy = { ...choice, defaultDecisionPolicy: 'Take $& the first.' }
  assert.equal(
    told(withPolicy, timedOut, text),
    'Nobody answered in time.\n\n- You said: Take $& the first.\n- Decide yourself, and go on.',
  )
  assert.equal(told(choice, timedOut, text), 'Nobody answered in time.\n\n- Decide yourself, and go on.')
  assert.equal(told(choice, timedOut, 'Nobody answered.\n\nYou said: {{policy}}\n\nGo on.'), 'Nobody answered.\n\nGo on.')
})

test('any reply is judged, and every one that fits can be told', () => {
  const fields = fc.constantFrom('a', 'b', 'toString', '__proto__', '/')
  const questions = fc.record({
    kind: fc.constantFrom(...interactionKinds),
    options: fc.array(fc.record({ value: fc.constantFrom('a', 'b', '文'), label: fc.string() }), { maxLength: 3 }),
    requiredFields: fc.uniqueArray(fields, { maxLength: 3 }),
    uiHints: fc.constantFrom({}, { allow_other: true }, { allow_other: 1 }),
  })
  const responses = fc.oneof(fc.constantFrom('a', 'b', '文', true, null), fc.dictionary(fields, fc.jsonValue()), fc.jsonValue())
  fc.assert(
    fc.property(questions, responses, fc.constantFrom([], sent), (more, response, files) => {
      const asked = question(more.kind, more)
      const problems = responseProblems(asked, response, files)
      for (const { path } of problems) assert.match(path, /^\/(response(\/.*)?|files)$/s)
      assert.equal(new Set(problems.map(({ path }) => path)).size, problems.length)
      if (problems.length === 0) assert.notEqual(told(asked, reply(response, files)).trim(), '')
    }),
  )
})
