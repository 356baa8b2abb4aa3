import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFiles, isQuick, isReal, longFiles, overPostgres } from './sets.ts'

test('every file of the table is a test file, and every suite with the real CLIs is in the table', () => {
  const [all, listed] = [allFiles(), Object.keys(longFiles)]
  assert.deepEqual(
    listed.filter((file) => !all.includes(file)),
    [],
  )
  assert.deepEqual(
    all.filter((file) => isReal(file) && !listed.includes(file)),
    [],
  )
})

test('the files of the table are begun first, in its order', () => {
  const listed = Object.keys(longFiles)
  assert.deepEqual(allFiles().slice(0, listed.length), listed)
})

test('by hand one suite with a real CLI or more runs', () => {
  assert.ok(allFiles().filter(isQuick).some(isReal))
})

test('every suite of the store runs over Postgres too, but for those that open one themselves', () => {
  const all = allFiles()
  const twice = Object.keys(overPostgres)
  assert.deepEqual(
    twice.filter((file) => !all.includes(file)),
    [],
  )
  const ofStore = all.filter((file) => /\/server\/test\/(store[^/]*|migrations)\.test\.ts$/.test(file))
  assert.deepEqual(ofStore.filter((file) => !twice.includes(file)).sort(), [
    'packages/server/test/store-away.test.ts',
    'packages/server/test/store-decisions.test.ts',
    'packages/server/test/store-same.test.ts',
  ])
})
