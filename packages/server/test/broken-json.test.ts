import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jsonrepair } from 'jsonrepair'
import { verifies } from '../../../test/verifies.ts'
import { openBounded } from '../src/bounded/pool.ts'
import { readJsonIn } from '../src/bounded/read-json.ts'
import { sameContent } from '../src/bounded/same-content.ts'
import { settle } from '../src/output/settle.ts'

const bounded = openBounded()
after(() => bounded.close())

const schema = { type: 'object', properties: { a: {} }, required: ['a'] }
const deps = {
  check: (schema: object, data: unknown) => bounded.check(schema, data, 'output.schema.json'),
  read: (text: string, wanted: 'object' | 'array' | 'any') => bounded.read(text, wanted, 'output'),
}

/** What becomes of a text that is all a run printed: the value and how it was got, or why there is none. */
async function verdictOf(text: string, over: object = schema): Promise<unknown[]> {
  const outcome = await settle(deps, over, [{ source: 'stdout', read: async () => text }])
  if (outcome.ok) return [outcome.data, outcome.level, ...outcome.warnings.map(({ code }) => code)]
  const { validation_errors: errors } = outcome.error.details as { validation_errors?: { path: string; message: string }[] }
  return [outcome.error.code, ...(errors ?? []).map(({ path, message }) => `${path} ${message}`.trim())]
}

const whole = (data: unknown) => [data, null]
const extracted = (data: unknown) => [data, 'N0', 'OUTPUT_EXTRACTED']
const fixed = (data: unknown) => [data, 'N0', 'OUTPUT_SYNTAX_MENDED']
const noJson = ['SCHEMA_VALIDATION_FAILED', 'is not a JSON object or array']
const missing = ['SCHEMA_VALIDATION_FAILED', 'is missing']

/** Each verdict was written by hand, before the code was asked. */
const table: Record<string, [text: string, verdict: unknown[]]> = {
  // Whole
  'plain JSON': ['{"a":1}', whole({ a: 1 })],
  'space around it': [' \r\n\t{"a":1}\n\n', whole({ a: 1 })],
  'a duplicate name': ['{"a":1,"a":2}', [{ a: 2 }, null, 'OUTPUT_KEYS_REPEATED']],
  'a duplicate name in a fence': ['```\n{"a":1,"a":2}\n```', [...extracted({ a: 2 }), 'OUTPUT_KEYS_REPEATED']],
  'a character that stands for lost bytes': ['{"a":"\uFFFD"}', [{ a: '\uFFFD' }, null, 'OUTPUT_CHARACTERS_REPLACED']],
  'the same character as an escape': ['{"a":"\\ufffd"}', whole({ a: '\uFFFD' })],
  'code fences inside of a string': ['{"a":"```json\\n{\\"a\\":2}\\n```"}', whole({ a: '```json\n{"a":2}\n```' })],
  'the done marker beside the answer': ['{"a":1,"__SKILL_DONE__":true}', whole({ a: 1 })],
  'nothing but the done marker': ['{"__SKILL_DONE__":true}', ['SCHEMA_VALIDATION_FAILED', 'is only the done marker']],
  nothing: ['', missing],
  'nothing but space': [' \n\t', missing],
  'a text': ['"a"', noJson],
  'a number': ['3', noJson],
  null: ['null', noJson],
  'prose only': ['All done, nothing to report.', noJson],

  // Fences
  'a fence': ['```json\n{"a":1}\n```', extracted({ a: 1 })],
  'a fence without a language': ['```\n{"a":1}\n```\n', extracted({ a: 1 })],
  'a fence of tildes': ['~~~json\n{"a":1}\n~~~', extracted({ a: 1 })],
  'a fence with Windows line ends': ['```json\r\n{"a":1}\r\n```\r\n', extracted({ a: 1 })],
  'a fence that never ends': ['```json\n{"a":1}\n', extracted({ a: 1 })],
  'a fence between prose': ['Here you are:\n\n```json\n{"a": {"b": [1]}}\n```\n\nAnything else?', extracted({ a: { b: [1] } })],
  'two fences': ['```json\n{"a":1}\n```\nor rather\n```json\n{"a":2}\n```', extracted({ a: 2 })],
  'a fence of something else after it': ['```json\n{"a":1}\n```\nRun it with\n```sh\nmake {all}\n```', extracted({ a: 1 })],
  'a fence, and an object in the prose after it': ['```json\n{"a":1}\n```\nnot {"a":2}', extracted({ a: 1 })],
  'a fence around broken JSON': ['```json\n{"a":1,}\n```', fixed({ a: 1 })],
  'a fence around a cut value': ['```json\n{"a":[1,\n```', noJson],
  'a longer fence around a shorter one': ['````\n{"a":"x"}\n```\n{"a":"y"}\n````', extracted({ a: 'y' })],

  // Prose around
  'prose before': ['The answer is {"a":1}', extracted({ a: 1 })],
  'prose behind': ['{"a":1} is the answer.', extracted({ a: 1 })],
  'brackets in the prose': ['See [1], {name} and [this](url): {"a":1} as said in [2].', extracted({ a: 1 })],
  'log lines before': ['[INFO] start {x}\n[WARN] slow\n{"a":1}\n', extracted({ a: 1 })],
  'two objects': ['{"a":1}\n{"a":2}', extracted({ a: 2 })],
  'two objects, the second does not fit': ['{"a":1}\n{"b":2}', ['SCHEMA_VALIDATION_FAILED', '/a is required']],
  'the done marker on a line of its own': ['{"a":1}\n{"__SKILL_DONE__": true}\n', extracted({ a: 1 })],
  'an object inside of a broken one': ['{"x": {"a":1}, "y": oops}', noJson],
  'one bracket too many': ['{"a":1}}', extracted({ a: 1 })],
  'JSON as a JSON text': [JSON.stringify('{"a":1}'), noJson],
  'only a list where an object is wanted': ['see [1, 2]', noJson],

  // Syntax
  'a byte order mark': ['\uFEFF{"a":1}', fixed({ a: 1 })],
  'a trailing comma': ['{"a":[1,2,],}', fixed({ a: [1, 2] })],
  'a line comment': ['{"a":1 // the one\n}', fixed({ a: 1 })],
  'a block comment': ['{/* the "one" */"a":1}', fixed({ a: 1 })],
  'what looks like a comment in a string': ['{"a":"http://x/*y*/",}', fixed({ a: 'http://x/*y*/' })],
  'smart quotes': ['{“a”: “it’s”}', fixed({ a: 'it’s' })],
  'smart quotes the wrong way round': ['{”a”: ”x“}', fixed({ a: 'x' })],
  'single quotes': ["{'a': 'say \"x\"'}", fixed({ a: 'say "x"' })],
  'names without quotes': ['{a: 1}', fixed({ a: 1 })],
  'Python words': ["{'a': [True, False, None]}", fixed({ a: [true, false, null] })],
  'a raw line break in a string': ['{"a":"x\ny"}', fixed({ a: 'x\ny' })],
  'a raw tab in a string': ['{"a":"x\ty"}', fixed({ a: 'x\ty' })],
  'a missing comma': ['{"a":1\n"b":2}', fixed({ a: 1, b: 2 })],
  'a no-break space': ['{\u00A0"a":1}', fixed({ a: 1 })],

  // Cut: never finished by guessing
  'cut in a string': ['{"a":"hel', noJson],
  'cut after a name': ['{"a":', noJson],
  'cut after a comma': ['{"a":1,', noJson],
  'cut in a list': ['{"a":[1,2', noJson],
  'cut before the last bracket': ['{"a":{"b":1}', noJson],
  'cut after a whole object': ['{"a":1}\n{"a":', noJson],
  'cut in a comment': ['{"a":1 /* and', noJson],
  'one bracket': ['{', noJson],

  // Meaning: never guessed
  NaN: ['{"a":NaN}', noJson],
  Infinity: ['{"a":-Infinity}', noJson],
  undefined: ['{"a":undefined}', noJson],
  'a word without quotes': ['{"a":hello}', noJson],
  'dots for what was left out': ['{"a":[1,2,...]}', noJson],
  'two commas in a row': ['{"a":[1,,2]}', noJson],
  'a value that is not there': ['{"a":}', noJson],
  'a leading zero': ['{"a":007}', noJson],
  'a plus sign': ['{"a":+1}', noJson],
  'a number without its first digit': ['{"a":.5}', noJson],
  'a hexadecimal number': ['{"a":0xff}', noJson],
  'an escape that JSON does not know': ['{"a":"\\d"}', noJson],
  'quotes inside of quotes': ['{"a":"he said "hi" to me"}', noJson],
  'texts put together': ['{"a":"x" + "y"}', noJson],
  'a call': ['{"a":ObjectId("x")}', noJson],
  'the wrong closing bracket': ['{"a":[1,2}', noJson],
  'an escaped object': ['{\\"a\\":1}', noJson],
  'a hash comment': ['{"a":1 # one\n}', noJson],
}

for (const [name, [text, verdict]] of Object.entries(table)) {
  verifies(
    ['judges.broken-json-table', 'output.syntax-repair-only', 'output.extraction-is-warned'],
    `broken JSON: ${name}`,
    async () => assert.deepEqual(await verdictOf(text), verdict),
  )
}

const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

verifies('judges.broken-json-table', 'nesting is taken up to a thousand levels, whole or fixed, and no deeper', async () => {
  const tooDeep = ['SCHEMA_VALIDATION_FAILED', 'is nested deeper than 1000 levels']
  assert.equal((await verdictOf(deep(1000)))[1], null)
  assert.deepEqual(await verdictOf(deep(1001)), tooDeep)
  assert.deepEqual(await verdictOf(deep(200_000)), tooDeep)
  assert.deepEqual((await verdictOf(`${deep(900).slice(0, -1)},}`)).slice(1), ['N0', 'OUTPUT_SYNTAX_MENDED'])
  assert.deepEqual(await verdictOf(`${deep(200_000).slice(0, -1)},}`), noJson)
  assert.deepEqual(await verdictOf('['.repeat(200_000)), noJson)
  assert.deepEqual(await verdictOf('{"a":'.repeat(200_000)), noJson)
})

verifies('judges.broken-json-table', 'size is taken up to 8 MiB, and no more', async () => {
  const long = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`
  assert.equal((await verdictOf(long(4 * 1024 * 1024)))[1], null)
  assert.deepEqual(await verdictOf(long(9 * 1024 * 1024)), ['SCHEMA_VALIDATION_FAILED', 'is larger than 8388608 bytes'])
  assert.deepEqual((await verdictOf(`so: ${long(2 * 1024 * 1024)}`)).slice(1), ['N0', 'OUTPUT_EXTRACTED'])
})

/** Texts that would take quadratic time, much memory or a deep stack if they were read naively. */
const attacks: Record<string, string> = {
  'brackets that open': '[{'.repeat(1_000_000),
  'quotes that open': '{"'.repeat(1_000_000),
  'smart quotes that open': '{“'.repeat(1_000_000),
  'comments that open': '{/*'.repeat(1_000_000),
  'fences that open': '```json\n{'.repeat(200_000),
  'names that never come': '{a '.repeat(1_000_000),
  'objects without end': '{}'.repeat(1_000_000),
  'missing commas': `{"a":[${'1\n'.repeat(500_000)}]}`,
  'space without end': `{${' '.repeat(4_000_000)}x`,
}

for (const [name, text] of Object.entries(attacks)) {
  verifies('judges.broken-json-table', `hostile text: ${name} gets a verdict in time, and the next text too`, async () => {
    const began = process.cpuUsage()
    const [code] = await verdictOf(text)
    assert.ok(['SCHEMA_VALIDATION_FAILED', 'SKILL_LIMIT_EXCEEDED'].includes(String(code)), String(code))
    const { user, system } = process.cpuUsage(began)
    assert.ok(user + system < 15_000_000)
    assert.deepEqual(await verdictOf('{"a":1,}'), fixed({ a: 1 }))
  })
}

/** What the fixer makes of these is JSON, and nobody said it. */
const inventions: Record<string, [text: string, invented: unknown]> = {
  'a value for a name': ['{"a":}', { a: null }],
  'a text of a word': ['{"a":hello}', { a: 'hello' }],
  'a whole list of a part': ['{"a":[1,2,...]}', { a: [1, 2] }],
  'a text of a number': ['{"a":007}', { a: '007' }],
}

for (const [name, [text, invented]] of Object.entries(inventions)) {
  verifies('output.syntax-repair-only', `without the guard, the fixer makes ${name}`, async () => {
    const fixer = async () => jsonrepair
    const without = await readJsonIn(text, 'any', fixer, () => true)
    assert.deepEqual(JSON.parse(without?.json ?? 'null'), invented)
    assert.equal(await readJsonIn(text, 'any', fixer), null)
  })
}

verifies('output.syntax-repair-only', 'the fixer would finish what was cut, and both guards see that it did', async () => {
  const cut = '{"a":[1,2'
  assert.equal(jsonrepair(cut), '{"a":[1,2]}')
  assert.equal(sameContent(cut, '{"a":[1,2]}'), false)
  assert.equal(await readJsonIn(cut, 'any', async () => jsonrepair), null)
})

test('a schema that wants a list is answered by the last list, and one that does not say by the last of either', async () => {
  assert.deepEqual(await verdictOf('{"a":1} [1] {"a":2}', { type: 'array' }), extracted([1]))
  assert.deepEqual(await verdictOf('{"a":1} [1] {"a":2}', {}), extracted({ a: 2 }))
  assert.deepEqual(await verdictOf('{"a":1} [1]', {}), extracted([1]))
})

verifies('output.exactly-what-was-said', 'a list inside of a broken list is never the answer', async () => {
  const list = { type: 'array' }
  assert.deepEqual(await verdictOf('[3[4]]', list), fixed([3, [4]]))
  assert.deepEqual(await verdictOf('so: ["a" {"b":[4]}]', list), fixed(['a', { b: [4] }]))
  assert.deepEqual(await verdictOf('{"a" [4]}'), fixed({ a: [4] }))
  for (const text of ['[,[4]]', '[[,[4]]]', '{[4]}', '{,[4]}', '[3[4]'])
    for (const wanted of [list, {}, schema]) assert.deepEqual(await verdictOf(text, wanted), noJson, text)
})

test('names such as __proto__ stay names', async () => {
  const [data] = await verdictOf('{"a":1,"__proto__":{"canary":1},}')
  assert.deepEqual(Object.keys(data as object), ['a', '__proto__'])
  assert.equal(Object.hasOwn(Object.prototype, 'canary'), false)
})
