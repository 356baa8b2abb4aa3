import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import type { Stream } from './launch.ts'
import { piecesOf, recordOf, splitTranscript } from './transcript.ts'

const streams = ['stdout', 'stderr'] as const
const anyPieces = fc.array(
  fc.record({ stream: fc.constantFrom<Stream>(...streams), bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }) }),
)

/** What both files hold after these pieces came, and what each stream was. */
function written(pieces: readonly { stream: Stream; bytes: Uint8Array }[]) {
  const of = (wanted: Stream) => Buffer.concat(pieces.filter(({ stream }) => stream === wanted).map(({ bytes }) => bytes))
  return {
    output: Buffer.concat(pieces.map(({ bytes }) => bytes)),
    index: Buffer.concat(pieces.map(({ stream, bytes }) => recordOf(stream, bytes.length))),
    streams: { stdout: of('stdout'), stderr: of('stderr') },
  }
}

test('a record is a few bytes, however long its piece is', () => {
  assert.deepEqual(recordOf('stdout', 1), Buffer.from([2]))
  assert.deepEqual(recordOf('stderr', 63), Buffer.from([127]))
  assert.deepEqual(recordOf('stdout', 64), Buffer.from([128, 1]))
  assert.deepEqual(recordOf('stderr', 65_536), Buffer.from([129, 128, 8]))
  const long = 3 * 1024 ** 4
  assert.deepEqual([...piecesOf(recordOf('stderr', long), long)], [{ stream: 'stderr', from: 0, to: long }])
})

verifies('audit.transcript-splits-again', 'whatever the streams printed by turns, both come out of the transcript again', () => {
  fc.assert(
    fc.property(anyPieces, (pieces) => {
      const { output, index, streams: each } = written(pieces)
      assert.deepEqual(splitTranscript(output, index), each)
    }),
  )
})

verifies('audit.transcript-splits-again', 'files that end anywhere still give the beginning of both streams, in order', () => {
  fc.assert(
    fc.property(anyPieces, fc.nat(), fc.nat(), (pieces, cutOutput, cutIndex) => {
      const whole = written(pieces)
      const output = whole.output.subarray(0, cutOutput % (whole.output.length + 1))
      const index = whole.index.subarray(0, cutIndex % (whole.index.length + 1))
      const split = splitTranscript(output, index)
      for (const stream of streams)
        assert.deepEqual(split[stream], whole.streams[stream].subarray(0, split[stream].length), `the beginning of ${stream}`)
      const told = [...piecesOf(index, output.length)].reduce((sum, { from, to }) => sum + to - from, 0)
      assert.equal(split.stdout.length + split.stderr.length, told)
      if (index.length === whole.index.length) assert.equal(told, output.length)
    }),
  )
})

test('an index that ends in zeros tells nothing of them', () => {
  const index = Buffer.concat([recordOf('stderr', 3), Buffer.alloc(10)])
  assert.deepEqual(splitTranscript(Buffer.from('abcdef'), index), { stdout: Buffer.alloc(0), stderr: Buffer.from('abc') })
})
