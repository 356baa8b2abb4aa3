import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { freeBytesOf } from './free-bytes.ts'

test('asked ten times at once it looks once, and all get the same', async () => {
  let looks = 0
  const free = freeBytesOf('/somewhere', async () => 100 + looks++)
  assert.deepEqual(await Promise.all(Array.from({ length: 10 }, free)), Array(10).fill(100))
  assert.equal(looks, 1)
})

test('a look that failed is told, and not kept', async () => {
  const answers = [() => Promise.reject(new Error('gone')), () => Promise.resolve(7)]
  const free = freeBytesOf('/somewhere', () => (answers.shift() ?? (() => Promise.resolve(0)))())
  await assert.rejects(free(), /gone/)
  assert.equal(await free(), 7)
})

test('it sees the disk of a real folder', async () => {
  assert.ok((await freeBytesOf(tmpdir())()) > 0)
})
