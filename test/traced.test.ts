import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readNotes, untraced } from '../scripts/traced.ts'
import { planned, requirements } from './requirements.ts'
import { verifies } from './verifies.ts'

test('nothing is missing when every requirement is cited and every code produced', () => {
  const oops = { all: ['OOPS'], produced: new Set(['OOPS']) }
  const odd = { all: ['ODD'], produced: new Set(['ODD', 'ANOTHER']) }
  assert.deepEqual(untraced(['a.one', 'a.two'], ['b.later'], new Set(['a.two', 'a.one']), oops, odd), {
    problems: [],
    unchecked: [],
  })
})

verifies(
  ['code.requirements-are-traced', 'diagnostics.each-code-has-a-test'],
  'every way in which requirements, tests and codes can part is named',
  () => {
    const found = untraced(
      ['a.cited', 'a.forgotten', 'a.twice'],
      ['b.later', 'b.early', 'a.twice'],
      new Set(['a.cited', 'a.twice', 'c.typo', 'b.early']),
      { all: ['SEEN', 'UNSEEN'], produced: new Set(['SEEN']) },
      { all: ['TOLD', 'UNTOLD'], produced: new Set(['TOLD', 'SEEN']) },
    )
    assert.deepEqual(found, {
      problems: [
        'a.twice is both a requirement and planned.',
        'b.early is still planned, but a test cites it: move it to requirements.',
        'c.typo is cited by a test, but is not in test/requirements.ts.',
        'a.forgotten is cited by no passing test.',
        'Error code UNSEEN is produced by no test.',
        'Diagnostic code UNTOLD is produced by no test.',
      ],
      unchecked: [],
    })
  },
)

test('what a test that did not run may prove is no problem, and is named; what no test has is one', () => {
  const seen = { all: ['SEEN', 'ELSEWHERE'], produced: new Set(['SEEN']) }
  const found = untraced(['a.here', 'a.elsewhere', 'a.nowhere'], [], new Set(['a.here']), seen, seen, (what) =>
    /elsewhere/i.test(what),
  )
  assert.deepEqual(found, {
    problems: ['a.nowhere is cited by no passing test.'],
    unchecked: ['a.elsewhere', 'ELSEWHERE', 'ELSEWHERE'],
  })
})

test('notes of several processes are read as one, kind by kind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skill-runner-notes-'))
  try {
    writeFileSync(join(folder, 'requirement.1'), 'a.one\na.two\n')
    writeFileSync(join(folder, 'requirement.2'), 'a.two\nb.three\n')
    writeFileSync(join(folder, 'error.1'), 'OOPS\n')
    writeFileSync(join(folder, 'diagnostic.1'), 'ODD\n')
    assert.deepEqual(readNotes(folder, 'requirement'), new Set(['a.one', 'a.two', 'b.three']))
    assert.deepEqual(readNotes(folder, 'error'), new Set(['OOPS']))
    assert.deepEqual(readNotes(folder, 'diagnostic'), new Set(['ODD']))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('ids speak: a subject, a dot and words with hyphens; sentences end with a full stop', () => {
  const sentences = [
    ...Object.entries(requirements),
    ...Object.entries(planned).map(([id, { promise }]) => [id, promise] as const),
  ]
  const wrong = sentences.filter(([id, sentence]) => !/^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || !/^\S.*\.$/.test(sentence))
  assert.deepEqual(wrong, [])
})
