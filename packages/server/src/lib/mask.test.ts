import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { chunksOf } from '../../test/support/chunks.ts'
import { masker, maskOf } from './mask.ts'

const secret = 'p@ss/"wörd"+1'

verifies('process.secrets-are-masked', 'a secret is covered with as many stars as it has bytes', () => {
  assert.equal(masked(['hunter2-hunter2'], 'a hunter2-hunter2 b hunter2-hunter2'), 'a *************** b ***************')
  assert.equal(masked([secret], `x${secret}y`), `x${'*'.repeat(14)}y`)
})

verifies('process.secrets-are-masked', 'a secret is covered in the forms in which programs print it', () => {
  const forms = [
    'p@ss/\\"wörd\\"+1',
    'p@ss/\\"w\\u00f6rd\\"+1',
    'p@ss\\/\\"wörd\\"+1',
    'p%40ss%2F%22w%C3%B6rd%22%2B1',
    'p%40ss%2f%22w%c3%b6rd%22%2b1',
    'cEBzcy8id8O2cmQiKzE=',
    'cEBzcy8id8O2cmQiKzE',
  ]
  for (const form of forms) assert.equal(masked([secret], `(${form})`), `(${'*'.repeat(Buffer.byteLength(form))})`)
})

verifies('process.secrets-are-masked', 'a secret is covered in JSON that stands in JSON that stands in JSON', () => {
  const inJson = (text: string) => JSON.stringify({ text })
  for (const text of [inJson(secret), inJson(inJson(secret)), inJson(inJson(inJson(secret)))]) {
    const shown = masked([secret], text)
    assert.deepEqual([shown.length, /p@ss|w.rd/.test(shown)], [Buffer.byteLength(text), false])
  }
})

verifies(
  'process.secrets-are-masked',
  'the base64 of a text around a secret hides all of it but the characters it shares with its neighbours',
  () => {
    for (const before of ['', 'u', 'us', 'use']) {
      const text = Buffer.from(`${before}:hunter2-hunter2:after`).toString('base64')
      const shown = masked(['hunter2-hunter2'], text)
      assert.equal(shown.length, text.length)
      assert.ok((shown.match(/\*/g) ?? []).length >= 18, shown)
    }
  },
)

test('values of less than six bytes are left alone', () => {
  assert.equal(masked(['short', ''], 'a short word'), 'a short word')
})

test('secrets that overlap are covered together', () => {
  assert.equal(masked(['abcdef', 'defghi'], 'xabcdefghix'), 'x*********x')
})

test('only what may be the beginning of a secret is held back', () => {
  const mask = masker(['secret-one', 'cretaceous'])
  assert.equal(mask.push(Buffer.from('a line\n')).toString(), 'a line\n')
  assert.equal(mask.push(Buffer.from('my secret')).toString(), 'my ')
  assert.equal(mask.push(Buffer.from('ary\n')).toString(), 'secretary\n')
  assert.equal(mask.push(Buffer.from('sec')).toString(), '')
  assert.equal(mask.end().toString(), 'sec')
})

verifies('process.secrets-are-masked', 'any chunking gives the same bytes, and as many as there were', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 6, maxLength: 9 })
  const text = fc.array(fc.oneof(letters, fc.string({ maxLength: 4 })), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 3 }), text, fc.array(fc.nat(120), { maxLength: 10 }), (secrets, parts, cuts) => {
      const bytes = Buffer.from([...parts, ...secrets, ...parts].join(''))
      const expected = run(secrets, [bytes])
      assert.equal(expected.length, bytes.length)
      assert.deepEqual(run(secrets, chunksOf(bytes, cuts)), expected)
      for (const one of secrets) assert.equal(expected.indexOf(one), -1)
    }),
  )
})

test('whether there was anything to cover can be told, also of what came in two pieces', () => {
  const mask = masker(['hunter2-hunter2'])
  mask.push(Buffer.from('a hunter2-'))
  assert.equal(mask.isHit, false)
  mask.push(Buffer.from('hunter2'))
  assert.equal(mask.isHit, true)
  assert.equal(masker([]).isHit, false)
})

test('what is held back is kept when the caller reads the next piece into the same place', () => {
  const mask = masker(['hunter2-hunter2'])
  const place = Buffer.from('hunter2-')
  assert.equal(mask.push(place).toString(), '')
  place.write('hunter2.')
  assert.equal(mask.push(place).toString(), '***************.')
  assert.equal(place.toString(), 'hunter2.')
})

const masked = (secrets: string[], text: string): string => maskOf(secrets).cover(Buffer.from(text)).toString()

function run(secrets: readonly string[], chunks: readonly Buffer[]): Buffer {
  const mask = masker(secrets)
  return Buffer.concat([...chunks.map((chunk) => mask.push(chunk)), mask.end()])
}
