import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastWord, leaveBy } from './leaving.ts'

test('the first Ctrl+C leaves, also where it arrives twice, and one after that is not held back', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const before = process.listenerCount('SIGINT')
  using leave = leaveBy(null)
  assert.deepEqual([leave.reason(), leave.signal.aborted, process.listenerCount('SIGINT')], [null, false, before + 1])
  process.emit('SIGINT')
  process.emit('SIGINT')
  assert.deepEqual([leave.reason(), leave.signal.aborted], ['interrupted', true])
  context.mock.timers.tick(1000)
  assert.equal(process.listenerCount('SIGINT'), before)
})

test('when the time is over somebody leaves too, and Ctrl+C is not held back then', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const before = process.listenerCount('SIGINT')
  using leave = leaveBy(2)
  context.mock.timers.tick(2000)
  assert.deepEqual([leave.reason(), leave.signal.aborted], ['timeUp', true])
  context.mock.timers.tick(1000)
  assert.equal(process.listenerCount('SIGINT'), before)
})

test('a server has little time for a last word, and none has to come', async () => {
  const never = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  // The timer of a signal keeps no process alive; a connection does.
  const alive = setInterval(() => {}, 1000)
  assert.equal(await lastWord(never, 1), null)
  clearInterval(alive)
  assert.equal(await lastWord(async () => 'bye'), 'bye')
  assert.equal(await lastWord(() => Promise.reject(new Error('gone'))), null)
})
