import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookerForIdle } from './memory.ts'

/** At which CPU times memory is given back, of those at each look; giving it back takes some itself. */
function givenBackAt(times: readonly number[], takesMs: number): number[] {
  let now = 0
  const given: number[] = []
  const giveBack = () => {
    given.push(now)
    now += takesMs
  }
  const look = lookerForIdle(() => now, giveBack)
  for (const time of times) {
    now = Math.max(now, time)
    look()
  }
  return given
}

test('memory is given back once after much work, as soon as there is none', () => {
  // Idle, five seconds of work, idle, a little work, idle, much work, idle.
  const times = [3, 2000, 4000, 5100, 5101, 5180, 5181, 6000, 6001, 9000, 10_300, 10_301]
  assert.deepEqual(givenBackAt(times, 80), [5101, 10_301])
})

test('where giving back takes long it is done less often', () => {
  // Eighteen seconds of work later, not five.
  assert.deepEqual(givenBackAt([5000, 5001, 10_300, 10_301, 23_300, 23_301], 300), [5001, 23_301])
})
