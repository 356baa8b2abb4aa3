import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counterOf, histogramOf } from './tallies.ts'

test('a counter counts by its labels, and escapes what a label may not hold', () => {
  const counter = counterOf({ name: 'ended_total', help: 'Ends, by kind' })
  counter.add({ kind: 'good' })
  counter.add({ kind: 'b"a\\d\n' })
  counter.add({ kind: 'good' })
  assert.equal(
    counter.render(),
    `# HELP ended_total Ends, by kind
# TYPE ended_total counter
ended_total{kind="good"} 2
ended_total{kind="b\\"a\\\\d\\n"} 1`,
  )
})

test('a counter counts amounts too', () => {
  const counter = counterOf({ name: 'tokens_total', help: 'Tokens' })
  counter.add({ kind: 'input' }, 900)
  counter.add({ kind: 'input' }, 0.5)
  assert.equal(counter.render().split('\n').at(-1), 'tokens_total{kind="input"} 900.5')
})

test('a histogram counts each value into every bucket that it fits, bounds included', () => {
  const histogram = histogramOf({ name: 'took_seconds', help: 'Time' }, [0.5, 2])
  for (const seconds of [0.25, 0.5, 2, 4]) histogram.observe({ route: '/a', status: '200' }, seconds)
  histogram.observe({ route: '/b', status: '404' }, 1)
  assert.equal(
    histogram.render(),
    `# HELP took_seconds Time
# TYPE took_seconds histogram
took_seconds_bucket{le="0.5",route="/a",status="200"} 2
took_seconds_bucket{le="2",route="/a",status="200"} 3
took_seconds_bucket{le="+Inf",route="/a",status="200"} 4
took_seconds_sum{route="/a",status="200"} 6.75
took_seconds_count{route="/a",status="200"} 4
took_seconds_bucket{le="0.5",route="/b",status="404"} 0
took_seconds_bucket{le="2",route="/b",status="404"} 1
took_seconds_bucket{le="+Inf",route="/b",status="404"} 1
took_seconds_sum{route="/b",status="404"} 1
took_seconds_count{route="/b",status="404"} 1`,
  )
})
