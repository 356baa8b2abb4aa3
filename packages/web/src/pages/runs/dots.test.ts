import assert from 'node:assert/strict'
import type { Job } from '@agent-skill-runner/sdk'
import { verifies } from '../../../../../test/verifies.ts'
import { inDrawingOrder, nextDot, plotOf } from './dots.ts'

const at = (second: number): string => new Date(second * 1000).toISOString()

/** What a dot is made from; the rest of a run does not matter to it. */
const run = (created: number, seconds: number | null, status: Job['status'] = 'succeeded') =>
  ({
    request_id: `job_${created}`,
    status,
    created_at: at(created),
    started_at: seconds === null ? null : at(created),
    finished_at: seconds === null || status === 'running' ? null : at(created + seconds),
  }) as Job

verifies('web.dots', 'time goes to the right and duration up, tenfold by as much each time; the slow ones are known', () => {
  const quick = Array.from({ length: 40 }, (_, index) => run(index, 1))
  const runs = [run(100, 100), run(60, 0), run(50, null), ...quick.toReversed()]
  const { dots, durations } = plotOf(runs, 200_000, { width: 260, height: 136 })
  const [first, last] = [dots[0], dots.at(-1)]
  assert.deepEqual([first?.run.request_id, first?.x, first?.isSlow], ['job_0', 48, false])
  assert.deepEqual([last?.run.request_id, last?.x, last?.y, last?.isSlow], ['job_100', 148, 12, true])
  assert.deepEqual(
    durations.map(({ value, at: y }) => [value, Math.round(y)]),
    [
      [100, 112],
      [1000, 79],
      [10_000, 45],
      [60_000, 19],
    ],
  )
  assert.deepEqual(
    dots.filter(({ isSlow }) => isSlow).map(({ run: { request_id } }) => request_id),
    ['job_100'],
  )
})

verifies('web.dots', 'a run that goes on takes until now, and no run at all is no mistake', () => {
  const { dots } = plotOf([run(10, 1, 'running')], 20_000, { width: 260, height: 136 })
  assert.deepEqual([dots[0]?.ms, dots[0]?.x], [10_000, 48])
  assert.deepEqual(plotOf([], 20_000, { width: 260, height: 136 }).dots, [])
})

verifies('web.dots', 'failed and slow runs lie over the others', () => {
  const runs = [run(100, 100), run(3, 1), run(2, 1, 'failed'), run(1, 1)]
  const { dots } = plotOf(runs, 200_000, { width: 260, height: 136 })
  assert.deepEqual(
    inDrawingOrder(dots).map(({ run: { request_id } }) => request_id),
    ['job_1', 'job_3', 'job_100', 'job_2'],
  )
})

verifies('web.dots', 'the arrow keys lead from run to run and stop at the ends', () => {
  const keys = ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Enter']
  assert.deepEqual(
    keys.map((key) => nextDot(key, 1, 3)),
    [2, 0, 0, 2, null],
  )
  assert.deepEqual([nextDot('ArrowRight', 2, 3), nextDot('ArrowLeft', 0, 3)], [2, 0])
})
