import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextTask } from './task-turn.ts'

const waiting = (...projects: string[]) => projects.map((projectId, index) => ({ projectId, id: index }))
const turns = (running: Record<string, number>, places = 4, mostOf = (_project: string) => 100) => ({
  running: new Map(Object.entries(running)),
  places,
  mostOf,
})

test('the project of which the fewest run goes first, and among equals whoever came first', () => {
  assert.equal(nextTask(waiting('a', 'b'), turns({}))?.id, 0)
  assert.equal(nextTask(waiting('a', 'a', 'b'), turns({ a: 1 }))?.id, 2)
  assert.equal(nextTask(waiting('b', 'a'), turns({ a: 1, b: 1 }))?.id, 0)
  assert.equal(nextTask(waiting(), turns({})), undefined)
})

test('no project has the last place, and none more than it may', () => {
  assert.equal(nextTask(waiting('a'), turns({ a: 2 }))?.id, 0)
  assert.equal(nextTask(waiting('a', 'a'), turns({ a: 3 })), undefined)
  assert.equal(nextTask(waiting('a', 'b'), turns({ a: 3 }))?.id, 1)
  assert.equal(nextTask(waiting('a', 'b'), turns({ a: 3, b: 1 })), undefined)
  assert.equal(
    nextTask(
      waiting('a', 'b'),
      turns({ a: 1 }, 4, (project) => (project === 'b' ? 0 : 1)),
    ),
    undefined,
  )
  assert.equal(nextTask(waiting('a'), turns({}, 1))?.id, 0)
})
