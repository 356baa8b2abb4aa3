import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { FairLine } from './fair-line.ts'

interface Task {
  readonly name: string
  readonly account: { readonly caller: string; readonly skill: string }
}

const task = (name: string, caller: string, skill: string): Task => ({ name, account: { caller, skill } })

function lineOf(places: number) {
  const clock = { now: 0 }
  const line = new FairLine<Task>(places, () => clock.now)
  const begin = () => {
    const next = line.next()
    if (next) line.begin(next)
    return next
  }
  /** One after the other, each for so long. */
  const served = (ms: number) => {
    const order: string[] = []
    for (let one = begin(); one; one = begin()) {
      order.push(one.name)
      line.end(one, ms, false)
    }
    return order
  }
  return { clock, line, begin, served }
}

verifies(
  'fair.checks-by-caller-and-skill',
  'callers take turns, then the skills of one caller, then it is first come first served',
  () => {
    const { line, served } = lineOf(1)
    for (const name of ['a1', 'a2', 'a3']) line.add(task(name, 'a', 'x'))
    line.add(task('a4', 'a', 'y'))
    line.add(task('b1', 'b', 'x'))
    assert.deepEqual(served(100), ['a1', 'b1', 'a4', 'a2', 'a3'])
  },
)

verifies('fair.checks-by-caller-and-skill', 'time that was used counts less and less', () => {
  const { clock, line, served } = lineOf(1)
  line.add(task('much', 'a', 'x'))
  assert.deepEqual(served(5000), ['much'])
  const both = () => {
    line.add(task('a', 'a', 'x'))
    line.add(task('b', 'b', 'x'))
    return served(400)
  }
  assert.deepEqual(both(), ['b', 'a'])
  clock.now += 30 * 60_000
  assert.deepEqual(both(), ['a', 'b'])
})

verifies(
  'fair.checks-by-caller-and-skill',
  'one account has every place while it is alone, but leaves one when its skill has wasted its time',
  () => {
    const { line, begin } = lineOf(2)
    for (const name of ['a1', 'a2', 'a3']) line.add(task(name, 'a', 'x'))
    const [first, second] = [begin(), begin()]
    assert.deepEqual([first?.name, second?.name], ['a1', 'a2'])
    for (const one of [first, second]) if (one) line.end(one, 1500, true)
    assert.deepEqual([begin()?.name], ['a3'])
    line.add(task('a4', 'a', 'x'))
    assert.equal(begin(), undefined)
    line.add(task('b1', 'a', 'y'))
    assert.equal(begin()?.name, 'b1')
    assert.deepEqual(
      line.clear().map(({ name }) => name),
      ['a4'],
    )
  },
)
