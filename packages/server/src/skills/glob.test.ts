import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import picomatch from 'picomatch'
import { compileGlob } from './glob.ts'

function matches(pattern: string, path: string): boolean {
  const glob = compileGlob(pattern)
  assert.ok(glob.ok, glob.ok ? '' : glob.problem)
  return glob.matches(path)
}

test('a glob matches what a reader of shells expects', () => {
  const cases: [pattern: string, path: string, expected: boolean][] = [
    ['notes.md', 'notes.md', true],
    ['notes.md', 'notes-md', false],
    ['*.md', 'a.md', true],
    ['*.md', 'sub/a.md', false],
    ['*.md', '.hidden.md', false],
    ['.*.md', '.hidden.md', true],
    ['**/*.md', 'a.md', true],
    ['**/*.md', 'x/y/a.md', true],
    ['**/*.md', 'x/.y/a.md', false],
    ['x/**', 'x/y/z', true],
    ['x/**', 'x', false],
    ['**', 'x/y', true],
    ['x/**/z', 'x/z', true],
    ['page-?.png', 'page-1.png', true],
    ['page-?.png', 'page-10.png', false],
    ['page-[0-9].png', 'page-7.png', true],
    ['page-[!0-9].png', 'page-7.png', false],
    ['*.{png,jpg}', 'a.jpg', true],
    ['*.{png,jpg}', 'a.gif', false],
    ['a*b*c', 'aXbYbZc', true],
    ['?.txt', '🙂.txt', true],
  ]
  assert.deepEqual(
    cases.map(([pattern, path]) => [pattern, path, matches(pattern, path)]),
    cases,
  )
})

test('a pattern that leaves the folder or asks for more than globs is refused', () => {
  for (const pattern of [
    '',
    '/etc/passwd',
    '../x',
    'a/../../b',
    'a\\b',
    'a\0b',
    '@(a|b)',
    '{a,{b,c}}',
    '{a',
    'x'.repeat(300),
    '{a,b}'.repeat(7),
  ]) {
    assert.equal(compileGlob(pattern).ok, false, JSON.stringify(pattern))
  }
})

test('a hostile pattern against a hostile name takes no time', () => {
  const began = performance.now()
  assert.equal(matches(`${'*a'.repeat(100)}b`, 'a'.repeat(255)), false)
  assert.equal(matches(`${'**/a/'.repeat(40)}b`, `${'a/'.repeat(1000)}c`), false)
  assert.ok(performance.now() - began < 1000)
})

// picomatch lets x/** match a file x, but */** not.
test('it agrees with picomatch wherever that agrees with itself', () => {
  const part = fc
    .stringMatching(/^[ab.]{0,2}[*?]?[ab]{0,2}\*?$/)
    .filter((text) => !['', '.', '..'].includes(text) && !text.includes('**'))
  const pattern = fc
    .array(fc.oneof(part, fc.constant('**')), { minLength: 1, maxLength: 4 })
    .filter((parts) => parts.at(-1) !== '**')
    .map((parts) => parts.join('/'))
  const name = fc.stringMatching(/^[ab.]{1,4}$/).filter((text) => text !== '.' && text !== '..')
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
  fc.assert(
    fc.property(pattern, path, (pattern, path) => {
      assert.equal(matches(pattern, path), picomatch.isMatch(path, pattern), `${pattern} against ${path}`)
    }),
    { numRuns: 3000 },
  )
})
