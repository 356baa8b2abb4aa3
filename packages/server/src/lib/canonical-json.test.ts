import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson } from './canonical-json.ts'

const same: [why: string, text: string, canonical: string][] = [
  ['keys are sorted at every depth', '{"b":[{"d":1,"c":2}],"a":{}}', '{"a":{},"b":[{"c":2,"d":1}]}'],
  ['lists keep their order', '[3,1,2]', '[3,1,2]'],
  ['numbers have one spelling', '[1.0, 1e2, -0, 0.10, 1E-7]', '[1,100,0,0.1,1e-7]'],
  [
    'keys sort by UTF-16 unit, as the standard says',
    '{"\\ufb33":1,"\\ud83d\\ude00":2,"z":3}',
    '{"z":3,"\u{1f600}":2,"\ufb33":1}',
  ],
  ['half a character stays half a character', '"\\ud83d"', '"\\ud83d"'],
  ['escapes have one spelling', '"\\u0061\\/\\u000a"', '"a/\\n"'],
  ['a key that looks like a number is a key', '{"10":1,"9":2,"a":3}', '{"10":1,"9":2,"a":3}'],
  ['the names of other languages are only names', '{"constructor":1,"__proto__":2}', '{"__proto__":2,"constructor":1}'],
]

for (const [why, text, canonical] of same) {
  test(why, () => assert.equal(canonicalJson(JSON.parse(text)), canonical))
}

test('what JSON tells apart stays apart', () => {
  const texts = [
    '{}',
    '[]',
    'null',
    '""',
    '"null"',
    '0',
    '"0"',
    'false',
    '{"a":null}',
    '{"a":{}}',
    '{"a":[]}',
    '[[]]',
    '["a"]',
    '["a",""]',
  ]
  assert.equal(new Set(texts.map((text) => canonicalJson(JSON.parse(text)))).size, texts.length)
})

test('a member without a value is no member', () => {
  assert.equal(canonicalJson({ b: undefined, a: 1 }), '{"a":1}')
})
