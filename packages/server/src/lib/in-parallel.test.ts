import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inParallel } from './in-parallel.ts'

/** Comes back after so many turns of whoever else has something to do. */
async function after(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await null
}

test('whatever takes longer, the results are in the order of the list, and never more than eight are under way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 40 }), async (items) => {
      let [now, most] = [0, 0]
      const doubled = await inParallel(items, async (turns) => {
        now += 1
        most = Math.max(most, now)
        await after(turns)
        now -= 1
        return turns * 2
      })
      assert.deepEqual(
        doubled,
        items.map((turns) => turns * 2),
      )
      assert.equal(most, Math.min(8, items.length))
    }),
  )
})

test('after an error nothing more is begun, nothing is under way any longer, and the first of several is told', async () => {
  const [begun, done]: [number[], number[]] = [[], []]
  const act = async (item: number) => {
    begun.push(item)
    await after(item === 5 ? 3 : 10)
    done.push(item)
    if (item === 5 || item === 2) throw new Error(`error of ${item}`)
  }
  await assert.rejects(
    inParallel(
      Array.from({ length: 100 }, (_, index) => index),
      act,
    ),
    new Error('error of 2'),
  )
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6, 7])
  assert.deepEqual(done.toSorted(), begun)
})
