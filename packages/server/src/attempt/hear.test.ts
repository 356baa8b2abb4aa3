import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import type { Exit, Line } from '../domain/launch.ts'
import { codexParser } from '../engines/codex/parse.ts'
import type { EngineParser } from '../engines/engine.ts'
import { geminiParser } from '../engines/gemini/parse.ts'
import { iflowParser } from '../engines/iflow/parse.ts'
import { messageIds, openEar } from './hear.ts'

const line = (text: string): Line => ({ text, at: { stream: 'stdout', from: 0, to: text.length }, tooLong: false })
const canceled: Exit = { kind: 'canceled' }

/** Says nothing, and gives up on the word that tells it to. */
function parserGivingUp(): EngineParser {
  let reason: string | null = null
  return {
    push: ({ text }) => {
      if (text === 'enough') reason = 'It gets nowhere.'
      return []
    },
    end: () => [],
    hopeless: () => reason,
  }
}

verifies('opencode.retries-are-bounded', 'an engine that gets nowhere is ended, and that is no cancel', () => {
  const ear = openEar(parserGivingUp(), messageIds(1), 'per_turn')
  const { signal } = new AbortController()
  const until = ear.until(signal)
  ear.lines([line('more')])
  assert.equal(until.aborted, false)
  ear.lines([line('enough')])
  assert.equal(until.aborted, true)
  assert.deepEqual(ear.endOf(canceled, signal), { kind: 'signaled', signal: 'SIGTERM' })
  // One that ended by itself meanwhile has ended by itself.
  assert.deepEqual(ear.endOf({ kind: 'exited', code: 0 }, signal), { kind: 'exited', code: 0 })
})

test('of the words for a failure only the first are kept, however many there are', () => {
  const reason = 'model '.repeat(1_000_000)
  const ear = openEar(codexParser(), messageIds(1), 'per_session')
  ear.lines([line(JSON.stringify({ type: 'turn.failed', error: { message: reason } }))])
  const { failure } = ear.heard()
  assert.deepEqual([failure?.length, failure?.slice(0, 12), failure?.at(-1)], [4096, 'model model ', '…'])
})

test('who cancels an engine ends it with the signal, and the end stays a cancel', () => {
  const ear = openEar(parserGivingUp(), messageIds(1), 'per_turn')
  const cancel = new AbortController()
  const until = ear.until(cancel.signal)
  cancel.abort('canceled')
  assert.deepEqual([until.aborted, until.reason], [true, 'canceled'])
  ear.lines([line('enough')])
  assert.deepEqual(ear.endOf(canceled, cancel.signal), canceled)
})

verifies(
  'engine.says-what-it-retried',
  'what an engine was trying again is known when it is ended, and forgotten when it gets on',
  () => {
    const retry = line(JSON.stringify({ type: 'error', message: 'Reconnecting... 2/5 (unexpected status 503)' }))
    const started = line(JSON.stringify({ type: 'turn.started' }))
    const after = (...more: readonly Line[]) => {
      const ear = openEar(codexParser(), messageIds(1), 'per_session')
      ear.lines([started, retry, ...more])
      ear.end({ kind: 'signaled', signal: 'SIGKILL' })
      return ear.heard().retrying
    }
    const told = 'Reconnecting... 2/5 (unexpected status 503)'
    assert.equal(after(), told)
    assert.equal(after(line('not JSON')), told)
    assert.equal(after(line(JSON.stringify({ type: 'item.completed', item: { type: 'reasoning', text: 'Hm.' } }))), null)
    assert.equal(after(line(JSON.stringify({ type: 'turn.failed', error: { message: 'unexpected status 503' } }))), null)
  },
)

verifies('engine.says-what-it-retried', 'retries that only stderr tells of are heard too', () => {
  const attempt = 'Attempt 1 failed with status 500. Retrying with backoff...'
  const onStderr: Line = { ...line(`${attempt}\n`), at: { stream: 'stderr', from: 0, to: attempt.length + 1 } }
  for (const parser of [geminiParser(), iflowParser()]) {
    const ear = openEar(parser, messageIds(1), 'per_turn')
    ear.lines([onStderr])
    ear.end({ kind: 'signaled', signal: 'SIGKILL' })
    assert.equal(ear.heard().retrying, attempt)
  }
})
