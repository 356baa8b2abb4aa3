import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fine } from './doctor-check.ts'
import { checkNode } from './doctor-node.ts'

test('a Node without what the server needs is told to be too old, and one with it is fine', () => {
  const message = '24.5.0 is too old: 24.6.0 or newer is required.'
  assert.deepEqual(checkNode('24.5.0'), { name: 'node', ok: false, message, fix: 'npm start', needed: true })
  assert.deepEqual(
    ['20.19.0', '24.0.0', '24.6.0', '24.10.1', '26.0.0'].map((version) => checkNode(version).ok),
    [false, false, true, true, true],
  )
  assert.deepEqual(checkNode('24.21.0'), fine('node', '24.21.0.'))
})
