import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../lib/fault.ts'
import { limited } from './limited.ts'

test('who comes when enough wait is told to come again, and has a place once one of them is done', async () => {
  const waiting: PromiseWithResolvers<string | null>[] = []
  const compile = limited(() => {
    const one = Promise.withResolvers<string | null>()
    waiting.push(one)
    return one.promise
  }, 2)
  const [first, second] = [compile({}, 'a'), compile({}, 'b')]
  await assert.rejects(compile({}, 'c'), new Fault('QUEUE_FULL', { what: 'schemas to be checked', limit: 2 }))
  waiting[0]?.resolve('It is wrong.')
  waiting[1]?.reject(new Fault('SHUTTING_DOWN'))
  assert.equal(await first, 'It is wrong.')
  await assert.rejects(second, new Fault('SHUTTING_DOWN'))
  const [third, fourth] = [compile({}, 'd'), compile({}, 'e')]
  for (const one of waiting) one.resolve(null)
  assert.deepEqual(await Promise.all([third, fourth]), [null, null])
})
