import assert from 'node:assert/strict'
import { verifies } from '../../../../../../test/verifies.ts'
import {
  type ByteRange,
  bodyOf,
  linesOf,
  nothing,
  type Placed,
  pieceBytes,
  pieceCount,
  pieceOf,
  seamBefore,
  within,
} from './pieces.ts'

/** As the server does it: borders within a character are widened. */
function slice(log: Buffer, range: ByteRange | null): Placed {
  if (range === null) return nothing
  let { from, to } = range
  while (from > 0 && ((log[from] ?? 0) & 0xc0) === 0x80) from -= 1
  while (to < log.length && ((log[to] ?? 0) & 0xc0) === 0x80) to += 1
  return within(range, { byte_from: from, chunk: log.toString('utf8', from, to) })
}

function linesIn(log: Buffer) {
  const total = log.length
  return Array.from({ length: pieceCount(total) }, (_, piece) => {
    const [before, body, after] = [seamBefore(piece, total), bodyOf(piece, total), seamBefore(piece + 1, total)]
    return linesOf(slice(log, before), slice(log, body), slice(log, after))
  })
}

const cases: Record<string, string> = {
  'short lines': Array.from({ length: 3000 }, (_, at) => `line ${at} of many`).join('\n'),
  'characters of several bytes': Array.from({ length: 3000 }, (_, at) => `第 ${at} 行 😀`).join('\n'),
  'one line that fills a piece': `${'x'.repeat(pieceBytes - 1)}\nnext`,
  'a log that ends on a border': `${'x'.repeat(pieceBytes - 1)}\n`,
  'a byte more': `${'x'.repeat(pieceBytes - 1)}\ny`,
  'a byte less': 'x'.repeat(pieceBytes - 1),
  'blank lines': '\n'.repeat(2 * pieceBytes + 3),
  nothing: '',
}

for (const [name, text] of Object.entries(cases))
  verifies('web.stays-smooth', `the pieces of a log have every line once and in order: ${name}`, () => {
    const log = Buffer.from(text)
    const lines = linesIn(log).flat()
    assert.deepEqual(
      lines.map((line) => line.text),
      text === '' ? [] : text.replace(/\n$/, '').split('\n'),
    )
    for (const { at, text: line } of lines) assert.equal(log.toString('utf8', at, at + Buffer.byteLength(line)), line)
  })

verifies('web.stays-smooth', 'a line that no piece can hold is cut, and nothing of it is lost', () => {
  const log = Buffer.from(`start\n${'😀é'.repeat(20_000)}\nend\n`)
  const pieces = linesIn(log)
  assert.equal(
    pieces
      .flat()
      .map(({ text }) => text)
      .join(''),
    log.toString().replaceAll('\n', ''),
  )
  for (const [piece, lines] of pieces.entries()) for (const { at } of lines) assert.equal(pieceOf(at), piece)
})
