import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { type CacheParts, cacheKeyOf, mayShare } from './cache-key.ts'

const a = { path: 'uploads/a', sha256: 'aa', size: 1 }
const b = { path: 'uploads/b', sha256: 'bb', size: 2 }

const parts: CacheParts = {
  skillId: 'demo',
  skillDigest: 'd1',
  engine: 'codex',
  cliVersion: '1.0.0',
  model: 'm@high',
  engineOptions: { effort: 'high' },
  parameter: { divisor: 5, deep: { x: 1, y: [1, 2] } },
  files: [a, b],
  input: { numbers: [1, 2] },
  tempPackage: null,
}

verifies('cache.key-covers-everything', 'a change of any part changes the key, and no two changes give the same', () => {
  const changes: Partial<CacheParts>[] = [
    {},
    { skillId: 'demo-2' },
    { skillDigest: 'd2' },
    { engine: 'gemini' },
    { cliVersion: '1.0.1' },
    { cliVersion: null },
    { model: 'm@low' },
    { model: null },
    { engineOptions: {} },
    { engineOptions: { effort: 'low' } },
    { parameter: {} },
    { parameter: { ...parts.parameter, divisor: '5' } },
    { parameter: { ...parts.parameter, divisor: null } },
    { parameter: { ...parts.parameter, deep: { x: 1, y: [2, 1] } } },
    { input: {} },
    { input: { numbers: [1, 2], more: null } },
    { files: [] },
    { files: [a] },
    { files: [{ ...a, path: 'uploads/A' }, b] },
    { files: [{ ...a, sha256: 'ab' }, b] },
    { files: [{ ...a, size: 3 }, b] },
    { files: [a, a] },
    { tempPackage: 'aa' },
  ]
  const keys = changes.map((change) => cacheKeyOf({ ...parts, ...change }))
  assert.equal(new Set(keys).size, changes.length)
})

verifies(
  'cache.key-covers-everything',
  'the order of keys and of files does not count, nor what a file entry says besides',
  () => {
    const later = { ...b, received_at: 'today' }
    const shuffled = { ...parts, files: [later, a], parameter: { deep: { y: [1, 2], x: 1 }, divisor: 5 } }
    assert.equal(cacheKeyOf(shuffled), cacheKeyOf(parts))
  },
)

test('the key is the digest of the canonical text of its parts', () => {
  const text =
    '{"cliVersion":null,"engine":"script","engineOptions":{},"files":[],"input":{"n":1},"model":null,"parameter":{},"skillDigest":"d","skillId":"s","tempPackage":null}'
  const key = cacheKeyOf({
    skillId: 's',
    skillDigest: 'd',
    engine: 'script',
    cliVersion: null,
    model: null,
    engineOptions: {},
    parameter: {},
    files: [],
    input: { n: 1 },
    tempPackage: null,
  })
  assert.equal(key, createHash('sha256').update(text).digest('hex'))
})

verifies('cache.only-clean-results', 'a conversation is never shared, and no_cache is heeded', () => {
  assert.deepEqual(
    [
      {},
      { execution_mode: 'auto' },
      { no_cache: false },
      { debug: true },
      { no_cache: true },
      { execution_mode: 'interactive' },
      { execution_mode: 'interactive', no_cache: false },
    ].map((options) => mayShare(options as Parameters<typeof mayShare>[0])),
    [true, true, true, true, false, false, false],
  )
})
