import assert from 'node:assert/strict'
import { verifies } from '../../../../../test/verifies.ts'
import type { KeptEvent } from './kept-event.ts'
import { halfOf, type Place, panelOf, placeOf, placeOfRow, searchOf, tabOf } from './place.ts'
import { RowFold } from './rows.ts'

const nowhere: Place = {
  ...{ at: null, line: null, tab: null, panel: null, file: null },
  ...{ level: null, find: null, attempt: null },
}
const read = (search: string) => placeOf(new URLSearchParams(search))

verifies('web.place-in-the-address', 'what is looked at is in the address and comes back from it', () => {
  assert.deepEqual(read('at=17&view=graph'), { ...nowhere, at: 17, tab: 'graph' })
  assert.deepEqual(read('line=stderr.2.5120'), { ...nowhere, line: { stream: 'stderr', attempt: 2, byte: 5120 } })
  for (const search of [
    '',
    'at=17',
    'line=stderr.2.5120',
    'at=3&view=timeline',
    'panel=files&file=logs%2Fa+b',
    'at=1&panel=stdout',
    'level=error&find=a+b',
    'panel=stderr&attempt=2',
  ])
    assert.equal(new URLSearchParams(searchOf(read(search))).toString(), search)
})

verifies('web.place-in-the-address', 'what makes no sense in an address is ignored', () => {
  const senseless = [
    '',
    'at=0',
    'at=-1',
    'at=1e3',
    'at=x',
    'line=stdin.1.1',
    'line=stdout.0.1',
    'line=stdout.1',
    'view=x',
    'panel=x',
    'level=x',
    'level=',
    'find=',
    'attempt=0',
    'attempt=x',
  ]
  for (const search of senseless) assert.deepEqual(read(search), nowhere, search)
})

verifies('web.place-in-the-address', 'an address says no more than it must: a row implies its bytes, and a line its log', () => {
  assert.deepEqual([panelOf(nowhere), panelOf(read('at=1')), panelOf(read('line=stdout.1.0'))], ['result', 'raw', 'stdout'])
  assert.deepEqual(searchOf({ ...nowhere, at: 1, panel: 'raw' }), { at: '1' })
  assert.deepEqual(searchOf({ ...nowhere, tab: 'conversation', panel: 'result' }), {})
})

verifies('web.place-in-the-address', 'a row is shown where one is, or in the first view that has it', () => {
  const fold = new RowFold()
  const events = [
    ['assistant.message.final', { message_id: 'm', text: 'hi' }],
    ['raw.stdout', { text: 'x', truncated: false }],
  ] as const
  for (const [at, [type, data]] of events.entries())
    fold.push({ seq: at + 1, ts: '', type, attempt: 1, rasp: at + 1, confidence: 1, bytes: null, data } as KeptEvent)
  const rows = fold.rows()
  assert.deepEqual(placeOfRow(nowhere, rows, 1), { ...nowhere, at: 1 })
  assert.deepEqual(placeOfRow(nowhere, rows, 2), { ...nowhere, at: 2, tab: 'all' })
  assert.deepEqual(placeOfRow({ ...nowhere, tab: 'graph', panel: 'files' }, rows, 2), { ...nowhere, at: 2, tab: 'graph' })
  assert.deepEqual(placeOfRow({ ...nowhere, level: 'error', find: 'x' }, rows, 1), {
    ...nowhere,
    at: 1,
    level: 'error',
    find: 'x',
  })
  assert.deepEqual(
    [tabOf(read('at=2'), rows), tabOf(read('at=2&view=timeline'), rows), tabOf(nowhere, rows)],
    ['all', 'timeline', 'conversation'],
  )
})

verifies(
  'web.place-in-the-address',
  'where there is room for one half, a link shows what it names, and a run that is over its result',
  () => {
    const halves = (search: string) => [halfOf(read(search), false), halfOf(read(search), true)]
    assert.deepEqual(halves(''), ['told', 'left'])
    assert.deepEqual(halves('view=timeline'), ['told', 'told'])
    for (const search of ['at=3', 'line=stdout.1.0', 'panel=files', 'view=all&panel=artifacts'])
      assert.deepEqual(halves(search), ['left', 'left'], search)
  },
)
