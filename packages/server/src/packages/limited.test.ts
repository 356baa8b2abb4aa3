import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../lib/fault.ts'
import { limited } from './limited.ts'

const files = { input: 'a', parameter: 'b', output: 'c' }
const skill = { schemas: { input: {}, parameter: {}, output: {} }, inlineSchema: {}, schemaFiles: files }

test('who comes when enough wait is told to come again, and has a place once one of them is done', async () => {
  const waiting: PromiseWithResolvers<readonly string[]>[] = []
  const judge = limited(() => {
    const one = Promise.withResolvers<readonly string[]>()
    waiting.push(one)
    return one.promise
  }, 2)
  const [first, second] = [judge(skill), judge(skill)]
  await assert.rejects(judge(skill), new Fault('QUEUE_FULL', { what: 'packages to be checked', limit: 2 }))
  waiting[0]?.resolve(['It is wrong.'])
  waiting[1]?.reject(new Fault('SHUTTING_DOWN'))
  assert.deepEqual(await first, ['It is wrong.'])
  await assert.rejects(second, new Fault('SHUTTING_DOWN'))
  const [third, fourth] = [judge(skill), judge(skill)]
  for (const one of waiting) one.resolve([])
  assert.deepEqual(await Promise.all([third, fourth]), [[], []])
})
