import assert from 'node:assert/strict'
import { verifies } from '../../../../../test/verifies.ts'
import type { KeptEvent } from './kept-event.ts'
import { RowFold } from './rows.ts'
import { timelineOf } from './timeline.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 16) + seconds * 1000).toISOString()

function rowsOf(events: readonly [seconds: number, KeptEvent['type'], object][]) {
  const fold = new RowFold()
  for (const [place, [seconds, type, data]] of events.entries())
    fold.push({ seq: place + 1, ts: at(seconds), type, attempt: 1, rasp: place + 1, data } as KeptEvent)
  return fold.rows()
}
const call = (phase: string, id: string, summary = 'ls') => ({ phase, name: 'shell', call_id: id, summary })

verifies(
  'web.timeline',
  'a row has its share of the time; silence before it is marked, and what is not over reaches to the end',
  () => {
    const rows = rowsOf([
      [0, 'assistant.message.final', { message_id: 'm', text: 'hi' }],
      [5, 'assistant.tool_call', call('started', 'a')],
      [6, 'assistant.tool_call', call('completed', 'a')],
      [6.5, 'user.input.required', { interaction_id: 1 }],
      [9, 'interaction.reply.accepted', { interaction_id: 1 }],
      [9, 'assistant.tool_call', call('started', 'b')],
      [10, 'assistant.reasoning', { text: 'hm' }],
    ])
    const { bars } = timelineOf(rows)
    assert.deepEqual(Object.fromEntries(bars), {
      1: { from: 0, to: 0, gapFrom: null, tries: 1, isPending: false },
      2: { from: 0.5, to: 0.6, gapFrom: 0, tries: 1, isPending: false },
      4: { from: 0.65, to: 0.9, gapFrom: null, tries: 1, isPending: false },
      5: { from: 0.9, to: 0.9, gapFrom: null, tries: 1, isPending: false },
      6: { from: 0.9, to: 1, gapFrom: null, tries: 1, isPending: true },
      7: { from: 1, to: 1, gapFrom: null, tries: 1, isPending: false },
    })
  },
)

verifies(
  'web.timeline',
  'a call that is tried again after it failed is one row with a number, and so is a repeated notice',
  () => {
    const notice = { code: 'ENGINE_ERROR_REPORTED', message: 'retry', severity: 'warning' }
    const { rows, bars } = timelineOf(
      rowsOf([
        [0, 'assistant.tool_call', call('started', 'a')],
        [1, 'assistant.tool_call', call('failed', 'a')],
        [2, 'assistant.tool_call', call('started', 'b')],
        [3, 'assistant.tool_call', call('completed', 'b')],
        [4, 'assistant.tool_call', call('started', 'c')],
        [5, 'assistant.tool_call', call('completed', 'c')],
        [6, 'diagnostic.warning', notice],
        [7, 'diagnostic.warning', { ...notice, count: 3 }],
      ]),
    )
    assert.deepEqual(
      rows.map(({ kind, first }) => [kind, first.seq, bars.get(first.seq)?.tries]),
      [
        ['tool', 1, 2],
        ['tool', 5, 1],
        ['diagnostic', 7, 4],
      ],
    )
    const asked = rowsOf([
      [0, 'assistant.message.final', { message_id: 'm', text: 'hi' }],
      [1, 'user.input.required', { interaction_id: 1 }],
    ])
    assert.deepEqual(timelineOf(asked, Date.parse(at(4))).bars.get(2), {
      from: 0.25,
      to: 1,
      gapFrom: 0,
      tries: 1,
      isPending: true,
    })
    assert.deepEqual(timelineOf([]), { rows: [], bars: new Map() })
  },
)
