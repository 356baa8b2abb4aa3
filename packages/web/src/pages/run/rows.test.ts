import assert from 'node:assert/strict'
import type { FcmpEvent } from '@agent-skill-runner/sdk'
import { verifies } from '../../../../../test/verifies.ts'
import { type KeptEvent, kept, keptText } from './kept-event.ts'
import { type Row, RowFold, readable, rowsIn } from './rows.ts'

let seq = 0
function event(type: FcmpEvent['type'], data: object): KeptEvent {
  seq += 1
  const meta = { attempt: 1, local_seq: seq, rasp_seq: [seq], confidence: 1 }
  const rest = { run_id: 'run_1', ts: '2026-11-16T10:00:00.000Z', engine: 'codex', raw_ref: null, meta }
  return kept({ protocol_version: 'fcmp/1.0', ...rest, seq, type, data } as FcmpEvent)
}

function rowsOf(events: readonly KeptEvent[]): readonly Row[] {
  const fold = new RowFold()
  for (const one of events) fold.push(one)
  return fold.rows()
}

const call = (phase: string, id = 'a') => event('assistant.tool_call', { phase, name: 'shell', call_id: id, summary: 'ls' })
const says = (type: 'final' | 'intermediate', id: string, text: string) =>
  event(`assistant.message.${type}`, { message_id: id, text })

verifies('web.rows-of-events', 'a tool call is one row from its start to its end, and a message that grows is one too', () => {
  const events = [
    says('intermediate', 'm1', 'Hel'),
    call('started'),
    says('final', 'm1', 'Hello'),
    call('started', 'b'),
    call('completed'),
  ]
  const rows = rowsOf(events)
  assert.deepEqual(rows, [
    { kind: 'message', first: events[0], text: 'Hello', isFinal: true },
    { kind: 'tool', first: events[1], last: events[4] },
    { kind: 'tool', first: events[3], last: events[3] },
  ])
})

verifies('web.rows-of-events', 'the three views show the same rows, each more than the one before', () => {
  const rows = rowsOf([
    event('conversation.state.changed', { from: 'queued', to: 'running', trigger: 'turn.started' }),
    event('assistant.reasoning', { text: 'hm' }),
    event('raw.stderr', { text: 'noise', truncated: false }),
    event('diagnostic.warning', { code: 'X', message: 'y' }),
    event('conversation.started', { session_id: null }),
    says('final', 'm2', 'Done'),
    event('conversation.completed', { state: 'succeeded', reason_code: 'OUTPUT_VALID' }),
  ])
  const kindsIn = (view: Parameters<typeof rowsIn>[0]) => rowsIn(view, rows).map(({ kind }) => kind)
  assert.deepEqual(kindsIn('conversation'), ['message', 'end'])
  assert.deepEqual(kindsIn('timeline'), ['reasoning', 'diagnostic', 'message', 'end'])
  assert.deepEqual(kindsIn('all'), ['state', 'reasoning', 'output', 'diagnostic', 'message', 'end'])
})

verifies('web.rows-of-events', 'a message is read without the block of its question', () => {
  assert.equal(readable('Hello.\n\n<ASK_USER_YAML>\nprompt: Who?\n</ASK_USER_YAML>'), 'Hello.')
})

verifies('web.rows-of-events', 'a message is read without the marker of the end, where it is one', () => {
  assert.equal(readable('Thank you.\n\n__SKILL_DONE__: true'), 'Thank you.')
  assert.equal(readable('Done. {"__SKILL_DONE__": true}'), 'Done.')
  assert.equal(readable('End with `__SKILL_DONE__: true`.'), 'End with `__SKILL_DONE__: true`.')
})

verifies('web.rows-of-events', 'a reply knows the kind of question it answers', () => {
  const asks = (kind: string) => event('user.input.required', { interaction_id: 1, kind, prompt: 'Sure?', options: [] })
  const reply = () => event('interaction.reply.accepted', { interaction_id: 1, response_preview: 'true' })
  const rows = rowsOf([reply(), asks('confirm'), reply(), asks('open_text'), reply()])
  const kinds = rows.flatMap((row) => (row.kind === 'reply' ? [row.asked] : []))
  assert.deepEqual(kinds, [null, 'confirm', 'open_text'])
})

verifies('web.stays-smooth', 'of long output only the beginning is kept with an event', () => {
  const { data } = event('raw.stdout', { text: 'x'.repeat(4096), truncated: false })
  assert.deepEqual(data, { text: 'x'.repeat(keptText), truncated: true })
})
