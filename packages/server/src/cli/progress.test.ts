import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FcmpEvent } from '@agent-skill-runner/sdk/source'
import { oneLine, plain } from './plain.ts'
import { openProgress } from './progress.ts'

let at = Date.parse('2026-01-01T00:00:00.000Z')
const event = (type: string, data: object): FcmpEvent => {
  const ts = new Date(at).toISOString()
  at += 1500
  return { type, data, ts, meta: { attempt: 2 } } as unknown as FcmpEvent
}

const events = [
  event('conversation.state.changed', { to: 'running' }),
  event('assistant.message.final', { text: 'First\nline, \u001b[2Jand\u202e more' }),
  event('assistant.tool_call', { phase: 'started', name: 'shell', summary: 'ls' }),
  event('assistant.tool_call', { phase: 'completed', name: 'shell', summary: 'ls' }),
  event('assistant.tool_call', { phase: 'failed', name: 'shell', summary: 'rm' }),
  event('assistant.message.final', { text: '<ASK_USER_YAML>\nprompt: Which?\n</ASK_USER_YAML>' }),
  event('raw.stdout', { text: 'x' }),
  event('diagnostic.warning', { severity: 'info', code: 'A', message: 'a' }),
  event('diagnostic.warning', { severity: 'warning', code: 'B', message: 'b' }),
  event('artifact.created', { path: 'artifacts/a.md' }),
  event('conversation.state.changed', { to: 'waiting_user' }),
  event('interaction.auto_decide.timeout', {}),
  event('conversation.state.changed', { to: 'succeeded' }),
]

function shown(terminal: { isTTY: boolean; columns: number }, options = {}): string {
  const pieces: string[] = []
  const progress = openProgress({ ...terminal, write: (piece: string) => pieces.push(piece) > 0 }, options)
  progress.note('job_1')
  for (const one of events) progress.show(one)
  progress[Symbol.dispose]()
  return pieces.join('')
}

test('where there is no terminal every thing is a line, and nothing in it can do anything to one', () => {
  assert.equal(
    shown({ isTTY: false, columns: 0 }),
    [
      'job_1',
      '0.0 s  running, attempt 2',
      '1.5 s  says: First line, [2Jand more',
      '3.0 s  tool shell: ls',
      '6.0 s  tool shell failed: rm',
      '12.0 s  warning: b (B)',
      '13.5 s  created artifacts/a.md',
      '15.0 s  waiting for a reply',
      '16.5 s  no reply in time, the agent decides',
      '18.0 s  succeeded',
      '',
    ].join('\n'),
  )
})

test('at a terminal there is one line that changes and fits, and it is gone at the end', () => {
  const drawn = shown({ isTTY: true, columns: 20 }).split('\r\x1b[2K')
  assert.equal(drawn[0], 'job_1\n')
  assert.ok(drawn.every((line) => line.length <= 19 && !line.slice(0, -1).includes('\n')))
  assert.deepEqual([drawn.at(-1), drawn.at(-2)?.replace(/^\d+\.\d s/, 'T')], ['', 'T  succeeded'])
})

test('quiet is quiet', () => assert.equal(shown({ isTTY: true, columns: 80 }, { quiet: true }), ''))

test('text from elsewhere is made harmless and keeps its lines', () => {
  assert.equal(plain('a\n\tb\u0007\u009b31m\r\u2066c'), 'a\n\tb  31m  c')
  assert.deepEqual([oneLine('a  b\n c', 10), oneLine('abcdefgh', 5)], ['a b c', 'abcd…'])
})
