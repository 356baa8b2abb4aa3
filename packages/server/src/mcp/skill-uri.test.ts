import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf, skillUri } from './skill-uri.ts'

test('an address and the place it names are told from each other', () => {
  assert.equal(skillUri('default', 'tool', 'data/a b#1.txt'), 'skill://default/tool/data/a%20b%231.txt')
  assert.deepEqual(placeOf('skill://default/tool/data/a%20b%231.txt'), {
    project: 'default',
    name: 'tool',
    path: 'data/a b#1.txt',
  })
  assert.deepEqual(placeOf('skill://default/tool/data/'), { project: 'default', name: 'tool', path: 'data' })
  assert.deepEqual(placeOf('skill://default'), { project: 'default', name: null, path: '' })
})

test('what could mean another place is no address', () => {
  for (const uri of [
    'skill://default/tool/%2Fetc',
    'skill://default/a?b',
    'skill://default/a#b',
    'file:///a',
    'x',
    'skill://default/%zz',
  ])
    assert.equal(placeOf(uri), null, uri)
  // Dots are gone before anybody looks, as in every URL.
  assert.deepEqual(placeOf('skill://default/tool/../../other/x'), { project: 'default', name: 'other', path: 'x' })
})
