import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRule } from './rules.ts'
import { isWithin } from './within.ts'

const rules = (...texts: string[]) => texts.flatMap((text) => parseRule(text, 'skill') ?? [])
const isAllowed = (asked: string, ...allowed: string[]) => rules(asked).every((rule) => isWithin(rule, rules(...allowed)))

test('a rule is within others when everything that it means is', () => {
  assert.deepEqual(
    [
      isAllowed('a.example', 'a.example'),
      isAllowed('a.b.example', 'c.example', '*.b.example'),
      isAllowed('*.a.b.example', '*.b.example'),
      isAllowed('*.a.example', '*.a.example'),
      isAllowed('a.example:443', 'a.example'),
      isAllowed('a.example', '*'),
      isAllowed('*', '*'),
    ],
    [true, true, true, true, true, true, true],
  )
  assert.deepEqual(
    [
      isAllowed('a.example'),
      isAllowed('a.example', 'b.example'),
      isAllowed('*.a.example', 'a.example'),
      isAllowed('a.example', '*.a.example'),
      isAllowed('a.example', 'a.example:443'),
      isAllowed('a.example:22', '*'),
      isAllowed('*', '*.b.example'),
      isAllowed('nota.example', '*.a.example'),
      isAllowed('db.internal', '*'),
    ],
    [false, false, false, false, false, false, false, false, false],
  )
})
