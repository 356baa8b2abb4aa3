import assert from 'node:assert/strict'
import { verifies } from '../../../../../test/verifies.ts'
import type { KeptEvent } from './kept-event.ts'
import { atLeast, neighbor, rowsWith } from './levels.ts'
import { RowFold } from './rows.ts'

const events: readonly [KeptEvent['type'], object][] = [
  ['assistant.message.final', { message_id: 'm', text: 'Looking at the Paper' }],
  ['diagnostic.warning', { code: 'SECRET_MASKED', message: 'x', severity: 'warning' }],
  ['assistant.tool_call', { phase: 'failed', name: 'shell', call_id: 'a', summary: 'cat paper' }],
  ['assistant.tool_call', { phase: 'completed', name: 'shell', call_id: 'b', summary: 'ls' }],
  ['conversation.failed', { error: { category: 'run', code: 'ENGINE_FAILED', message: 'It failed.' } }],
]

const fold = new RowFold()
for (const [at, [type, data]] of events.entries())
  fold.push({ seq: at + 1, ts: '2026-11-16T10:00:00.000Z', type, attempt: 1, rasp: at + 1, data } as KeptEvent)
const rows = fold.rows()
const seqs = (found: typeof rows) => found.map(({ first }) => first.seq)

verifies('web.rows-of-events', 'rows are filtered by their level', () => {
  assert.deepEqual(
    [seqs(atLeast('info', rows)), seqs(atLeast('warning', rows)), seqs(atLeast('error', rows))],
    [
      [1, 2, 3, 4, 5],
      [2, 3, 5],
      [3, 5],
    ],
  )
})

verifies('web.rows-of-events', 'rows are found by their words, whatever their case', () => {
  assert.deepEqual(
    [seqs(rowsWith('PAPER', rows)), seqs(rowsWith(' engine_f', rows)), seqs(rowsWith(' ', rows))],
    [[1, 3], [5], []],
  )
})

verifies('web.rows-of-events', 'the next row of some is the one after the selected, and after the last comes the first', () => {
  const problems = atLeast('warning', rows)
  const next = (seq: number | null, step: 1 | -1) => neighbor(problems, seq, step)?.first.seq
  assert.deepEqual([next(null, 1), next(2, 1), next(4, 1), next(5, 1)], [2, 3, 5, 2])
  assert.deepEqual([next(null, -1), next(5, -1), next(4, -1), next(2, -1)], [5, 3, 3, 5])
  assert.equal(neighbor([], 1, 1), null)
})
