import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RaspDraft } from '../events/rasp.ts'
import { diagnosticLines } from './diagnostic-lines.ts'
import { openTally } from './tally.ts'

const drafts: RaspDraft[] = [
  { type: 'raw.stdout', data: { text: 'abc\n' }, at: { stream: 'stdout', from: 0, to: 4 } },
  { type: 'raw.stderr', data: { text: 'é\n' }, at: { stream: 'stderr', from: 10, to: 13 } },
  { type: 'agent.message.final', data: { message_id: 'm_1_1', text: 'hi' }, at: { stream: 'stdout', from: 4, to: 60 } },
  {
    type: 'diagnostic.warning',
    data: { code: 'UNPARSED_CONTENT_FELL_BACK_TO_RAW', message: '3 lines', severity: 'warning', count: 3 },
  },
  {
    type: 'diagnostic.warning',
    data: { code: 'GEMINI_STREAM_JSON_FALLBACK_USED', message: 'one document', severity: 'warning' },
    at: { stream: 'stdout', from: 60, to: 90 },
  },
  { type: 'diagnostic.warning', data: { code: 'ENGINE_ERROR_REPORTED', message: 'retry', severity: 'warning' } },
]

test('bytes, pieces, raw bytes, fallbacks and unknown lines are counted', () => {
  const tally = openTally()
  const nothing = { bytes: { stdout: 0, stderr: 0 }, chunks: 0, rawBytes: 0, fallbacks: 0, unknownLines: 0 }
  assert.deepEqual(tally.counts(), nothing)
  tally.kept('stdout', 90)
  tally.kept('stderr', 13)
  tally.kept('stdout', 7)
  tally.heard(drafts)
  tally.heard([])
  const counted = { bytes: { stdout: 97, stderr: 13 }, chunks: 3, rawBytes: 7, fallbacks: 2, unknownLines: 3 }
  assert.deepEqual(tally.counts(), counted)
})

test('diagnostics become one line each, with the bytes that they are about', () => {
  const lines = diagnosticLines(drafts, 2)
  assert.ok(lines.endsWith('}\n'))
  assert.deepEqual(
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    [
      { code: 'UNPARSED_CONTENT_FELL_BACK_TO_RAW', message: '3 lines', severity: 'warning', count: 3, raw_ref: null },
      {
        code: 'GEMINI_STREAM_JSON_FALLBACK_USED',
        message: 'one document',
        severity: 'warning',
        count: 1,
        raw_ref: { attempt_number: 2, stream: 'stdout', byte_from: 60, byte_to: 90, encoding: 'utf-8' },
      },
      { code: 'ENGINE_ERROR_REPORTED', message: 'retry', severity: 'warning', count: 1, raw_ref: null },
    ],
  )
  assert.equal(diagnosticLines(drafts.slice(0, 3), 1), '')
})
