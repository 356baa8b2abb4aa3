import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareVersions } from './semver.ts'

/** From the least to the greatest, as the specification has them, and numbers that no number can hold. */
const ordered = [
  '0.0.0',
  '0.0.1-0',
  '0.0.1-9',
  '0.0.1-10',
  '0.0.1-1a',
  '0.0.1',
  '0.9.0',
  '0.10.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0-rc.1.0',
  '1.0.0',
  '1.0.1',
  '2.0.0--',
  '2.0.0',
  '10.0.0',
  '9007199254740992.0.0',
  '9007199254740993.0.0',
]

test('versions are ordered as semver.org orders them', () => {
  const all = ordered.flatMap((a, i) =>
    ordered.map((b, j) => [a, b, Math.sign(compareVersions(a, b)), Math.sign(i - j)] as const),
  )
  for (const [a, b, found, expected] of all) assert.equal(found, expected, `${a} and ${b}`)
})

test('what stands behind a plus does not count', () => {
  assert.equal(compareVersions('1.0.0+1', '1.0.0+2-9'), 0)
  assert.equal(compareVersions('1.0.0-a+z', '1.0.0-a'), 0)
  assert.ok(compareVersions('1.0.1+a', '1.0.0+b') > 0)
})

const part = fc.oneof(fc.nat().map(String), fc.stringMatching(/^[a-zA-Z-]{1,4}$/))
const version = fc
  .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.array(part, { maxLength: 3 }))
  .map(([a, b, c, rest]) => `${a}.${b}.${c}${rest.length > 0 ? `-${rest.join('.')}` : ''}`)

test('the order is one: turned round it is the opposite, and it has no circles', () => {
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      assert.equal(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a)), 0)
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) assert.ok(compareVersions(a, c) <= 0)
    }),
  )
})
