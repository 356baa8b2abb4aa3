import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { verifies } from '../../../../test/verifies.ts'
import { MadeOnce } from './made-once.ts'

verifies(
  'mcp.skills-bounded',
  'whoever asks for what is being made waits for it, and each lane has one made at a time',
  async () => {
    const entries = new MadeOnce<null>(500)
    const events: string[] = []
    const ask = (project: string, key: string) =>
      entries.of(project, key, async () => {
        events.push(`${key} begins`)
        await setImmediate()
        events.push(`${key} ends`)
        return null
      })
    await Promise.all([ask('zoo', 'a'), ask('zoo', 'a'), ask('zoo', 'b'), ask('farm', 'c'), ask('zoo', 'a')])
    assert.deepEqual(
      events.filter((event) => !event.startsWith('c')),
      ['a begins', 'a ends', 'b begins', 'b ends'],
    )
    // Another lane does not wait.
    assert.ok(events.indexOf('c begins') < events.indexOf('b begins'))
    await ask('zoo', 'a')
    assert.equal(events.length, 6)
  },
)

verifies(
  'mcp.skills-bounded',
  'what could not be made is made for whoever asks next, and so is what was asked for long ago',
  async () => {
    const entries = new MadeOnce<null>(500)
    let count = 0
    const make = async () => {
      count++
      return null
    }
    await assert.rejects(
      entries.of('zoo', 'a', () => Promise.reject(new Error('away'))),
      { message: 'away' },
    )
    assert.deepEqual([await entries.of('zoo', 'a', make), count], [null, 1])
    for (let number = 0; number < 500; number++) await entries.of('zoo', String(number), make)
    await entries.of('zoo', 'a', make)
    assert.equal(count, 502)
  },
)
