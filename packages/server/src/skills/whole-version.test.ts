import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeVersion } from './whole-version.ts'

test('a version as people write it becomes a semantic one, and anything else none', () => {
  const cases: [text: string, version: string | null][] = [
    ['1', '1.0.0'],
    ['v1.2', '1.2.0'],
    [' 1.10 ', '1.10.0'],
    ['1.2.3-rc.1+build', '1.2.3-rc.1+build'],
    ['2.0-beta', '2.0.0-beta'],
    ['1.2.3.4', null],
    ['01.2.3', null],
    ['latest', null],
    ['', null],
    ['9'.repeat(200), null],
  ]
  assert.deepEqual(
    cases.map(([text]) => [text, wholeVersion(text)]),
    cases,
  )
})
