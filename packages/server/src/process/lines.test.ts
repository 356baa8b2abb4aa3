import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { chunksOf } from '../../test/support/chunks.ts'
import type { Line } from '../domain/launch.ts'
import { type LineLimits, lineSplitter } from './lines.ts'

verifies('process.lines-know-their-offsets', 'lines come whole, with their newline and the place where they lie', () => {
  const splitter = lineSplitter('stdout', 100)
  assert.deepEqual(splitter.push(Buffer.from('one\n\ntw')), [line('one\n', 100, 104), line('\n', 104, 105)])
  assert.deepEqual(splitter.push(Buffer.from('o\r\nprompt> ')), [line('two\r\n', 105, 110)])
  assert.deepEqual(splitter.end(), [line('prompt> ', 110, 118)])
  assert.deepEqual(splitter.end(), [])
})

verifies('process.lines-know-their-offsets', 'a character that is cut by a chunk border is whole in its line', () => {
  const bytes = Buffer.from('é€𝄞\n')
  const splitter = lineSplitter('stderr')
  const lines = [...bytes].flatMap((byte) => splitter.push(Buffer.from([byte])))
  assert.deepEqual(lines, [{ text: 'é€𝄞\n', at: { stream: 'stderr', from: 0, to: 10 }, tooLong: false }])
})

test('bytes that are no UTF-8 are replaced in the text and counted as they are', () => {
  assert.deepEqual(lineSplitter('stdout').push(Buffer.from([0x61, 0xff, 0xfe, 0x62, 0x0a])), [line('a\ufffd\ufffdb\n', 0, 5)])
})

verifies(
  'process.lines-know-their-offsets',
  'a line past the limit is one line with the head of it, cut between characters',
  () => {
    const limits = { maxBytes: 10, previewBytes: 4 }
    const expected = [{ text: 'ab', at: { stream: 'stdout', from: 0, to: 13 }, tooLong: true }, line('x\n', 13, 15)]
    // Two letters, a character of three bytes, seven letters and the newline; the fourth byte is inside the character.
    const bytes = Buffer.from('ab€cdefghi\nx\n')
    assert.deepEqual(lineSplitter('stdout', 0, limits).push(bytes), expected)
    const splitter = lineSplitter('stdout', 0, limits)
    assert.deepEqual(
      [...bytes].flatMap((byte) => splitter.push(Buffer.from([byte]))),
      expected,
    )
  },
)

test('a line of exactly the limit is not too long', () => {
  const limits = { maxBytes: 4, previewBytes: 2 }
  assert.deepEqual(lineSplitter('stdout', 0, limits).push(Buffer.from('abc\nabcd\n')), [
    line('abc\n', 0, 4),
    { text: 'ab', at: { stream: 'stdout', from: 4, to: 9 }, tooLong: true },
  ])
})

test('any chunking gives the same lines, and they cover every byte', () => {
  const text = fc
    .array(fc.constantFrom('a', 'é', '€', '𝄞', '\n', '\r\n', '0123456789'), { maxLength: 60 })
    .map((parts) => parts.join(''))
  const limits = { maxBytes: 24, previewBytes: 7 }
  fc.assert(
    fc.property(text, fc.array(fc.nat(200), { maxLength: 8 }), (whole, cuts) => {
      const bytes = Buffer.from(whole)
      const expected = split([bytes], limits)
      assert.deepEqual(split(chunksOf(bytes, cuts), limits), expected)
      assert.deepEqual(
        expected.map(({ at }) => at.from),
        [0, ...expected.map(({ at }) => at.to)].slice(0, expected.length),
      )
      assert.equal(expected.at(-1)?.at.to ?? 0, bytes.length)
      assert.ok(expected.every(({ text }) => !text.includes('\ufffd')))
    }),
  )
})

test('lines that nobody looks at one by one come as blocks of whole lines, up to a size', () => {
  const splitter = lineSplitter('stdout', 0, undefined, { maxBytes: 8 })
  assert.deepEqual(splitter.push(Buffer.from('a\nb\nc\nd\ne\nlonger than a block\nf\nop')), [
    line('a\nb\nc\nd\n', 0, 8),
    line('e\n', 8, 10),
    line('longer than a block\n', 10, 30),
    line('f\n', 30, 32),
  ])
  assert.deepEqual(splitter.push(Buffer.from('en\ng\nh\n')), [line('open\n', 32, 37), line('g\nh\n', 37, 41)])
  assert.deepEqual(splitter.end(), [])
})

test('blocks hold the same text at the same places as lines, whatever the chunks', () => {
  const text = fc.array(fc.constantFrom('a', '€', '\n', '0123456789'), { maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.array(fc.nat(200), { maxLength: 8 }), (whole, cuts) => {
      const bytes = Buffer.from(whole)
      const splitter = lineSplitter('stdout', 0, undefined, { maxBytes: 16 })
      const blocks = [...chunksOf(bytes, cuts).flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]
      let at = 0
      for (const block of blocks) {
        assert.deepEqual([block.at.from, block.text], [at, bytes.toString('utf8', block.at.from, block.at.to)])
        assert.ok(block.at.to - at <= 16 || !block.text.slice(0, -1).includes('\n'))
        at = block.at.to
      }
      assert.equal(at, bytes.length)
      assert.ok(blocks.slice(0, -1).every((block) => block.text.endsWith('\n')))
    }),
  )
})

const line = (text: string, from: number, to: number): Line => ({ text, at: { stream: 'stdout', from, to }, tooLong: false })

function split(chunks: readonly Buffer[], limits: LineLimits): Line[] {
  const splitter = lineSplitter('stdout', 0, limits)
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]
}
