import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { finderOf } from './find-texts.ts'

const find = (texts: readonly string[], bytes: string) => finderOf(texts.map((text) => Buffer.from(text)))(Buffer.from(bytes))

test('every place of every text is found, also where they overlap', () => {
  assert.deepEqual(find(['abc', 'bcde'], 'xabcdeabc'), [
    { from: 1, to: 4 },
    { from: 2, to: 6 },
    { from: 6, to: 9 },
  ])
  assert.deepEqual(find(['aa'], 'aaaa'), [
    { from: 0, to: 2 },
    { from: 1, to: 3 },
    { from: 2, to: 4 },
  ])
})

test('a text that is cut off is not found, and nothing is found in nothing', () => {
  assert.deepEqual([find(['secret'], 'my secre'), find(['secret'], '')], [[], []])
})

test('a text of one byte is refused', () => {
  assert.throws(() => find(['a'], 'a'), /less than two bytes/)
})

test('it finds what looking for each text finds', () => {
  const few = fc.uint8Array({ max: 2 })
  const texts = fc.array(fc.uint8Array({ max: 2, minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(texts, few, fc.uint8Array({ max: 2, maxLength: 60 }), (sought, head, tail) => {
      const unique = [...new Set(sought.map((text) => Buffer.from(text).toString('latin1')))].map((text) =>
        Buffer.from(text, 'latin1'),
      )
      const bytes = Buffer.concat([head, ...unique, tail])
      assert.deepEqual(sorted(finderOf(unique)(bytes)), sorted(unique.flatMap((text) => eachPlace(bytes, text))))
    }),
  )
})

function eachPlace(bytes: Buffer, text: Buffer) {
  const all = []
  for (let from = bytes.indexOf(text); from !== -1; from = bytes.indexOf(text, from + 1))
    all.push({ from, to: from + text.length })
  return all
}

const sorted = (places: readonly { from: number; to: number }[]) => places.toSorted((a, b) => a.from - b.from || a.to - b.to)
