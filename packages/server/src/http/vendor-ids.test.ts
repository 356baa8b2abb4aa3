import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashIn, nameIn, skillIdOf, versionIdOf } from './vendor-ids.ts'

const hash = 'ab'.repeat(32)

test('an id of a vendor says which skill or version it is, and nothing else is taken for one', () => {
  assert.deepEqual([skillIdOf('a.b-c'), versionIdOf(hash)], ['skill_a.b-c', `skillver_${hash}`])
  const skills = [
    'skill_a.b-c',
    'skill_skill_a',
    'a.b-c',
    'skill_',
    'skill_..',
    'skill_a/b',
    'skill_a\n',
    `skill_${'a'.repeat(129)}`,
  ]
  assert.deepEqual(skills.map(nameIn), ['a.b-c', 'skill_a', null, null, null, null, null, null])
  const versions = [
    `skillver_${hash}`,
    hash,
    'abababab',
    'ababab',
    'latest',
    '1',
    `${hash}0`,
    hash.toUpperCase(),
    `skill_${hash}`,
  ]
  assert.deepEqual(versions.map(hashIn), [hash, hash, 'abababab', null, null, null, null, null, null])
})
