import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginningOf } from './beginning.ts'

test('of a file the beginning is read as text, and never half a character', async () => {
  assert.deepEqual(await beginningOf(new Response('hello\n')), { text: 'hello\n', isCut: false })
  assert.deepEqual(await beginningOf(new Response('')), { text: '', isCut: false })
  assert.deepEqual(await beginningOf(new Response('12345'), 5), { text: '12345', isCut: false })
  assert.deepEqual(await beginningOf(new Response('123456'), 5), { text: '12345', isCut: true })
  assert.deepEqual(await beginningOf(new Response('1234中'), 5), { text: '1234', isCut: true })
})

test('what is not UTF-8, or has a NUL, is not text', async () => {
  assert.deepEqual(await beginningOf(new Response(new Uint8Array([0xff, 0xfe, 65]))), { text: null, isCut: false })
  assert.deepEqual(await beginningOf(new Response('a\0b')), { text: null, isCut: false })
  // Cut off in the middle of a character by itself, not by us.
  assert.deepEqual(await beginningOf(new Response(new Uint8Array([65, 0xe4]))), { text: null, isCut: false })
})

test('the rest of a large file is not read', async () => {
  let isLeft = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1000).fill(65)),
    cancel: () => {
      isLeft = true
    },
  })
  const { text, isCut } = await beginningOf(new Response(endless), 2500)
  assert.deepEqual([text?.length, isCut, isLeft], [2500, true, true])
})
