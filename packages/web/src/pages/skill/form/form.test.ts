import assert from 'node:assert/strict'
import { verifies } from '../../../../../../test/verifies.ts'
import { en } from '../../../texts/en.ts'
import { zh } from '../../../texts/zh.ts'
import { check, violations } from './check.ts'
import { type Field, formSchemaOf, valuesWithoutGaps } from './form-schema.ts'
import { problemsIn, problemText } from './problems.ts'

const field = (name: string, schema: object, required = false, part: Field['part'] = 'input'): Field => ({
  ...{ name, part, source: 'inline', required, schema },
})

const node = {
  type: 'object',
  properties: { below: { type: 'array', items: { $ref: '#/$defs/node' } } },
  additionalProperties: false,
}
const fields: readonly Field[] = [
  field('who', { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] }, true),
  field('a/tree', { $ref: '#/$defs/node', $defs: { node } }),
  field('shape', {
    oneOf: [
      { type: 'object', properties: { radius: { type: 'number', exclusiveMinimum: 0 } }, required: ['radius'] },
      { type: 'object', properties: { side: { type: 'number' }, kind: { const: 'square' } }, required: ['side', 'kind'] },
    ],
  }),
  field('slow', { type: 'string', pattern: '^(a+)+$' }),
  field('depth', { type: 'integer', maximum: 9 }, true, 'parameter'),
  { name: 'paper', part: 'input', source: 'file', required: true, schema: {} },
]

verifies('web.forms', 'the fields of a skill are one schema, in which references still lead to what they mean', () => {
  const schema = formSchemaOf(fields, { input: 'Input', parameter: 'Parameters' })
  const place = '#/properties/input/properties/a~1tree'
  assert.deepEqual(schema['required'], ['input', 'parameter'])
  assert.ok(JSON.stringify(schema).includes(`"$ref":"${place}/$defs/node"`))
  const good = { input: { who: { name: 'Bo' }, 'a/tree': { below: [{ below: [] }] } }, parameter: { depth: 3 } }
  assert.deepEqual(violations(schema, good), [])
  assert.equal(violations({ $ref: `${place}` }, { below: [{ above: 1 }] }, schema).length > 0, true)
  assert.deepEqual(violations({ $ref: '#/nowhere' }, 1), [])
})

verifies('web.forms', 'what is wrong is told once, at its place, in the language of the person', () => {
  const values = {
    input: { who: { name: 'B' }, 'a/tree': { below: [{ above: 1 }] }, shape: { radius: 0 }, slow: `${'a'.repeat(40)}!` },
    parameter: { depth: 10 },
  }
  const problems = check(fields, values, {})
  assert.deepEqual(
    problems.map((problem) => [problem.path, problemText(problem, en)]),
    [
      ['/input/who/name', 'At least 2 characters.'],
      ['/input/a~1tree/below/0/above', 'This is not known here. Remove it.'],
      ['/input/shape/radius', 'Must be greater than 0.'],
      ['/parameter/depth', 'At most 9.'],
      ['/input/paper', 'This is required.'],
    ],
  )
  assert.deepEqual(
    problems.map((problem) => problemText(problem, zh)),
    ['至少 2 个字符。', '这里没有这一项，请删除。', '必须大于 0。', '不能大于 9。', '必填。'],
  )
  assert.deepEqual(
    check(fields, { input: {}, parameter: { depth: 1.5 } }, { paper: new File([], 'p') }).map((problem) => [
      problem.path,
      problemText(problem, en),
    ]),
    [
      ['/input/who/name', 'This is required.'],
      ['/parameter/depth', 'This must be a whole number.'],
    ],
  )
})

verifies('web.forms', 'what the server rejects is told in the same words', () => {
  const problems = problemsIn({
    problems: [
      { path: '/input/mail', message: 'must match format "email"', keyword: 'format' },
      { path: '/parameter/depth', message: 'must be <= 9', keyword: 'maximum' },
      { path: '/input/slow', message: 'must match pattern "^(a+)+$"', keyword: 'pattern' },
      { path: '/webhook/url', message: 'is no URL', keyword: 'webhook' },
      'not a problem',
    ],
    missing: ['paper'],
  })
  assert.deepEqual(
    problems.map((problem) => [problem.path, problemText(problem, en)]),
    [
      ['/input/mail', 'This is not a valid email.'],
      ['/parameter/depth', 'At most 9.'],
      ['/input/slow', 'This does not match the pattern ^(a+)+$.'],
      ['/webhook/url', 'is no URL'],
      ['/input/paper', 'This is required.'],
    ],
  )
})

verifies('web.forms', 'what was left empty is left out', () => {
  const given = { a: undefined, b: { c: undefined, d: {} }, e: [], f: [{ g: undefined, h: 0 }], i: '', j: false, k: null }
  assert.deepEqual(valuesWithoutGaps({ input: given, parameter: {} }), {
    input: { f: [{ h: 0 }], i: '', j: false, k: null },
    parameter: {},
  })
  assert.deepEqual(valuesWithoutGaps({ input: { who: {}, tree: {} }, parameter: {} }, fields), {
    input: { who: {} },
    parameter: {},
  })
})
