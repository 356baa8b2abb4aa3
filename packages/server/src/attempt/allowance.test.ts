import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Line, Stream } from '../domain/launch.ts'
import { openAllowance } from './allowance.ts'

const line = (stream: Stream, from: number, to: number): Line => ({ text: '', at: { stream, from, to }, tooLong: false })

test('what one child prints is not left for the next, and stdout is known by itself', () => {
  const allowance = openAllowance({ maxOutputBytes: 100 }, 60)
  allowance.spend([line('stdout', 0, 30), line('stderr', 0, 25)])
  assert.deepEqual([allowance.outputLeft(), allowance.printed().stdout], [45, 30])
  allowance.spend([line('stdout', 30, 90)])
  assert.deepEqual([allowance.outputLeft(), allowance.printed().stdout], [0, 90])
})

test('the time of an attempt runs from its first child on and never ends before it is asked', () => {
  assert.ok(openAllowance({ maxOutputBytes: 1 }, 60).timeLeftMs() <= 60_000)
  assert.equal(openAllowance({ maxOutputBytes: 1 }, 0).timeLeftMs(), 1)
})
