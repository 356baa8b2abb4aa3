import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { byVersion, catalogueOf, type Model, modelOf, type Snapshots, withRetired } from './models.ts'

const model = (id: string, ...aliases: string[]): Model => ({ id, name: id.toUpperCase(), aliases })

const old = [model('a')]
const middle = [model('b')]
const newest = [model('c'), model('d', 'dee', 'delta')]
/** Not in the order of their versions, and 0.100 is later than 0.99. */
const snapshots: Snapshots = { '0.100.0': middle, '1.2.0': newest, '0.99.3': old }

verifies('engine.models-by-version', 'the catalogue is that of the installed version, or of the last one before it', () => {
  const chosen = (installed: string | null) => catalogueOf(snapshots, installed)
  assert.deepEqual(chosen('1.2.0'), { models: newest, fallbackReason: null })
  assert.deepEqual(chosen('0.99.3'), { models: old, fallbackReason: null })
  assert.deepEqual(chosen('0.101.7'), {
    models: middle,
    fallbackReason: 'no list of 0.101.7 is known; this is that of 0.100.0',
  })
  assert.deepEqual(chosen('2.0.0'), { models: newest, fallbackReason: 'no list of 2.0.0 is known; this is that of 1.2.0' })
})

verifies('engine.models-of-skills', 'models that a version no longer lists stand behind its own, marked as such', () => {
  const { models } = withRetired(catalogueOf(snapshots, '1.2.0'), [model('b', 'bee'), model('d')])
  assert.deepEqual(models, [...newest, { ...model('b', 'bee'), deprecated: true }])
})

verifies(
  'engine.models-by-version',
  'where no list can be that of the installed version, it is the newest, and the reason is told',
  () => {
    assert.deepEqual(catalogueOf(snapshots, '0.99.2'), {
      models: newest,
      fallbackReason: '0.99.2 is older than every list known; this is that of 1.2.0',
    })
    assert.deepEqual(catalogueOf(snapshots, null), {
      models: newest,
      fallbackReason: 'the CLI is not installed; this is the list of 1.2.0',
    })
    assert.deepEqual(catalogueOf({}, '1.0.0'), { models: [], fallbackReason: 'no list of models is known' })
  },
)

test('a pre-release comes before its release, and has its own list where there is one', () => {
  assert.deepEqual(catalogueOf(snapshots, '1.2.0-alpha.4'), {
    models: middle,
    fallbackReason: 'no list of 1.2.0-alpha.4 is known; this is that of 0.100.0',
  })
  assert.deepEqual(catalogueOf(snapshots, '1.2.1-nightly.20261101'), {
    models: newest,
    fallbackReason: 'no list of 1.2.1-nightly.20261101 is known; this is that of 1.2.0',
  })
  const previews: Snapshots = { '1.0.0-alpha.1': old, '1.0.0-alpha.2': middle, '1.0.0': newest }
  assert.deepEqual(catalogueOf(previews, '1.0.0-alpha.1'), { models: old, fallbackReason: null })
  assert.deepEqual(catalogueOf(previews, '1.0.0-alpha.2'), { models: middle, fallbackReason: null })
})

test('versions are compared by number, part for part', () => {
  const sorted = ['0.9.9', '0.10.0-rc.1', '0.10.0', '0.10.0.1', '0.100.0', '1.0', '1.0.1', '10.0.0']
  assert.deepEqual(sorted.toReversed().sort(byVersion), sorted)
  assert.equal(byVersion('1.0', '1.0.0'), 0)
})

test('whatever versions there are, the order of two of them has one answer', () => {
  const version = fc
    .tuple(fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([parts, isPreview]) => `${parts.join('.')}${isPreview ? '-beta.1' : ''}`)
  fc.assert(
    fc.property(version, version, (a, b) => {
      assert.equal(Math.sign(byVersion(a, b)), 0 - Math.sign(byVersion(b, a)))
      assert.equal(byVersion(a, a), 0)
    }),
  )
})

verifies('engine.models-by-version', 'a model is meant by its id or another name of it, and nothing else means any', () => {
  const catalogue = { models: newest, fallbackReason: null }
  const [c, d] = newest
  assert.deepEqual(modelOf(catalogue, null), c)
  assert.deepEqual(modelOf(catalogue, 'c'), c)
  assert.deepEqual(modelOf(catalogue, 'delta'), d)
  for (const asked of ['', 'C', 'DELTA', 'c ', 'constructor', '__proto__', 'length'])
    assert.equal(modelOf(catalogue, asked), null, asked)
  assert.equal(modelOf({ models: [], fallbackReason: null }, null), null)
})
