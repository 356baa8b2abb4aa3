import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { type Card, type CardChange, type CaseId, capabilitiesBy, changesBetween, failedIn, lostBy, type Result } from './card.ts'

const cardOf = (results: Partial<Record<CaseId, Result>>): Card => ({
  engine: 'fake',
  version: '1.0.0',
  probedAt: '2026-02-24T12:34:56.123Z',
  findings: Object.entries(results).map(([id, result]) => ({
    id: id as CaseId,
    result,
    reason: result === 'yes' ? null : `${id} ${result}`,
  })),
})

const all = cardOf({ flags: 'yes', tool_call: 'yes', schema: 'yes', resume: 'yes', kill: 'yes' })

/** What was found before and after, what is told of it, and which cases are lost. */
const table: readonly (readonly [string, Card, Card, readonly CardChange[], readonly CaseId[]])[] = [
  ['nothing changed', all, all, [], []],
  [
    'what the runner needs was lost',
    all,
    cardOf({ flags: 'yes', tool_call: 'yes', schema: 'yes', resume: 'no', kill: 'yes' }),
    [{ id: 'resume', before: 'yes', after: 'no', reason: 'resume no' }],
    ['resume'],
  ],
  [
    'what it can do without was lost',
    all,
    cardOf({ flags: 'yes', tool_call: 'yes', schema: 'no', resume: 'yes', kill: 'yes' }),
    [{ id: 'schema', before: 'yes', after: 'no', reason: 'schema no' }],
    [],
  ],
  [
    'a thing is done in another way',
    all,
    cardOf({ flags: 'differs', tool_call: 'yes', schema: 'yes', resume: 'yes', kill: 'yes' }),
    [{ id: 'flags', before: 'yes', after: 'differs', reason: 'flags differs' }],
    [],
  ],
  [
    'what was not there before is back',
    cardOf({ flags: 'yes', resume: 'no' }),
    cardOf({ flags: 'yes', resume: 'yes' }),
    [{ id: 'resume', before: 'no', after: 'yes', reason: null }],
    [],
  ],
  [
    'what is not there was not there before',
    cardOf({ flags: 'yes', resume: 'no' }),
    cardOf({ flags: 'yes', resume: 'no' }),
    [],
    [],
  ],
  [
    'it does not answer any more, so nothing else was tried',
    cardOf({ flags: 'yes', kill: 'yes' }),
    cardOf({ flags: 'no' }),
    [
      { id: 'flags', before: 'yes', after: 'no', reason: 'flags no' },
      { id: 'kill', before: 'yes', after: null, reason: null },
    ],
    ['flags'],
  ],
  [
    'a case is new, and failed at once',
    cardOf({ flags: 'yes' }),
    cardOf({ flags: 'yes', tool_call: 'no' }),
    [{ id: 'tool_call', before: null, after: 'no', reason: 'tool_call no' }],
    ['tool_call'],
  ],
]

for (const [name, before, after, changes, lost] of table)
  verifies('drift.upgrade-shows-and-rolls-back', `two cards are compared: ${name}`, () => {
    assert.deepEqual(changesBetween(before, after), changes)
    assert.deepEqual(
      lostBy(before, after).map(({ id }) => id),
      lost,
    )
  })

test('without a card to compare with, all that is needed and failed is lost', () => {
  const card = cardOf({ flags: 'yes', schema: 'no', resume: 'no', kill: 'differs' })
  assert.deepEqual(
    [lostBy(null, card).map(({ id }) => id), failedIn(card).map(({ id }) => id)],
    [['resume'], ['schema', 'resume']],
  )
})

verifies(
  'drift.probe-writes-a-card',
  'what was tried counts for more than what the help says, and only for what was tried',
  () => {
    const told = { resume: true, outputSchema: false, missing: ['--json'] }
    assert.deepEqual(capabilitiesBy(told, null), told)
    assert.deepEqual(capabilitiesBy(told, cardOf({ flags: 'yes' })), told)
    assert.deepEqual(capabilitiesBy(told, cardOf({ resume: 'no', schema: 'differs' })), {
      resume: false,
      outputSchema: true,
      missing: ['--json'],
    })
  },
)
