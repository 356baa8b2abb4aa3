import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import { couple } from './couple.ts'

/** A connection whose other end takes a chunk only when it is told to. */
function slowOne() {
  const taken: string[] = []
  const waiting: (() => void)[] = []
  const stream = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      waiting.push(() => {
        taken.push(String(chunk))
        done()
      })
    },
  })
  return { stream, taken, take: () => waiting.shift()?.() }
}

test('what one side sent before it closed still arrives, however slow the other is', async () => {
  const slow = slowOne()
  const sender = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  couple(sender, slow.stream)
  slow.stream.push(null)
  sender.push('the last words')
  sender.push(null)
  await once(sender, 'close')
  assert.deepEqual([slow.stream.destroyed, slow.taken], [false, []])
  slow.take()
  await once(slow.stream, 'close')
  assert.deepEqual(slow.taken, ['the last words'])
})

test('one that breaks takes the other along', async () => {
  const [one, other] = [slowOne().stream, slowOne().stream]
  couple(one, other)
  one.destroy()
  await once(other, 'close')
  assert.ok(other.destroyed)
})
