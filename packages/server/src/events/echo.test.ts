import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import fc from 'fast-check'
import type { Stream } from '../domain/launch.ts'
import { echoFold, type Fold, type Folded, plainFold, usualEcho } from './echo.ts'
import { type RaspDraft, stamp } from './rasp.ts'

const voice = { run: 'run_1', job: null, attempt: 1, engine: 'parrot', parser: 'parrot_text', confidence: 0.65 }

/** Numbers drafts and gives raw text its place in its stream. */
function teller() {
  const offsets = { stdout: 0, stderr: 0 }
  let seq = 0
  const event = (draft: RaspDraft): RaspEvent => stamp(voice, draft, ++seq, '2026-01-01T00:00:00.000Z')
  const raw = (text: string, stream: Stream = 'stdout', bytes = Buffer.byteLength(text)): RaspEvent => {
    const from = offsets[stream]
    offsets[stream] += bytes
    return event({ type: `raw.${stream}`, data: { text }, at: { stream, from, to: offsets[stream] } })
  }
  return {
    event,
    raw,
    says: (text: string) => event({ type: 'agent.message.final', data: { message_id: 'm', text } }),
    ends: () => event({ type: 'agent.turn.completed', data: {} }),
  }
}

/** What a reader sees of it: type, what is in it, the events it stands for and the bytes. */
const shown = (folded: readonly Folded[]) =>
  folded.map(({ draft, of, raspSeq }) => [
    draft.type,
    'text' in draft.data ? draft.data.text : 'count' in draft.data ? draft.data.count : null,
    raspSeq,
    of.raw_ref && [of.raw_ref.byte_from, of.raw_ref.byte_to],
  ])

const all = (fold: Fold, events: readonly RaspEvent[]) => shown([...events.flatMap((event) => fold.push(event)), ...fold.end()])

test('lines that a message then repeats are left out, whatever blocks they came in, and told where they ended', () => {
  const { raw, says } = teller()
  const events = [raw('thinking\none\ntwo\n'), raw('three\nfour\n'), says('one\ntwo\nthree')]
  assert.deepEqual(all(echoFold(), events), [
    ['raw.stdout', 'thinking\n', [1], [0, 9]],
    ['diagnostic.warning', 3, [1, 2], [9, 23]],
    ['raw.stdout', 'four\n', [2], [23, 28]],
    ['assistant.message.final', 'one\ntwo\nthree', [3], null],
  ])
})

test('the warning says what it stands for', () => {
  const { raw, says } = teller()
  const fold = echoFold()
  fold.push(raw('a\nb\nc\n', 'stderr'))
  assert.deepEqual(fold.push(says('a\nb\nc'))[0]?.draft, {
    type: 'diagnostic.warning',
    data: {
      code: 'RAW_DUPLICATE_SUPPRESSED',
      message: '3 lines on stderr repeat what the assistant said and are not shown again.',
      severity: 'info',
      count: 3,
    },
  })
})

test('lines that repeat a message after it are left out at the end of the turn, and wait no longer', () => {
  const { raw, says, ends } = teller()
  const fold = echoFold()
  assert.deepEqual(shown(fold.push(says('a\nb\nc'))), [['assistant.message.final', 'a\nb\nc', [1], null]])
  assert.deepEqual(fold.push(raw('a\nb\nc\n')), [])
  assert.deepEqual(shown(fold.push(ends())), [['diagnostic.warning', 3, [2], [0, 6]]])
  assert.deepEqual(fold.end(), [])
})

test('two lines may be chance; the number is a setting', () => {
  const run = (lines: number) => {
    const { raw, says } = teller()
    return all(echoFold({ ...usualEcho, lines }), [raw('a\nb\n'), says('a\nb\nc')])
  }
  assert.deepEqual(run(3), [
    ['raw.stdout', 'a\nb\n', [1], [0, 4]],
    ['assistant.message.final', 'a\nb\nc', [2], null],
  ])
  assert.deepEqual(run(2), [
    ['diagnostic.warning', 2, [1], [0, 4]],
    ['assistant.message.final', 'a\nb\nc', [2], null],
  ])
})

test('spaces around lines and fences around text make no difference; empty lines neither make a repetition nor break one', () => {
  const { raw, says } = teller()
  const events = [raw('\n\n\nsee:\n```json\n  {\r\n\n "a": 1\n}\n```\n\n'), says('{\n  "a": 1\n}')]
  assert.deepEqual(all(echoFold(), events), [
    ['raw.stdout', '\n\n\nsee:\n', [1], [0, 8]],
    ['diagnostic.warning', 6, [1], [8, 36]],
    ['raw.stdout', '\n', [1], [36, 37]],
    ['assistant.message.final', '{\n  "a": 1\n}', [2], null],
  ])
})

test('each stream repeats by itself; what another one says in between stays, and stays in its place', () => {
  const { raw, says } = teller()
  const events = [raw('a\n'), raw('oh\n', 'stderr'), raw('b\n'), raw('no\n', 'stderr'), raw('c\n'), says('a\nb\nc')]
  assert.deepEqual(all(echoFold(), events), [
    ['raw.stderr', 'oh\n', [2], [0, 3]],
    ['raw.stderr', 'no\n', [4], [3, 6]],
    ['diagnostic.warning', 3, [1, 3, 5], [0, 6]],
    ['assistant.message.final', 'a\nb\nc', [6], null],
  ])
})

test('lines that do not follow each other in the stream are no repetition', () => {
  const { event, raw, says } = teller()
  const tool = event({ type: 'agent.reasoning', data: { text: 'hm' }, at: { stream: 'stdout', from: 4, to: 8 } })
  const first = raw('a\nb\n')
  raw('gap\n')
  assert.deepEqual(all(echoFold(), [first, tool, raw('c\n'), says('a\nb\nc')]), [
    ['raw.stdout', 'a\nb\n', [2], [0, 4]],
    ['assistant.reasoning', 'hm', [1], [4, 8]],
    ['raw.stdout', 'c\n', [4], [8, 10]],
    ['assistant.message.final', 'a\nb\nc', [5], null],
  ])
})

test('only final messages count: what an engine says on the way may well be printed too', () => {
  const { event, raw, ends } = teller()
  const aside = event({ type: 'agent.message.intermediate', data: { message_id: 'm', text: 'a\nb\nc' } })
  assert.deepEqual(all(echoFold(), [aside, raw('a\nb\nc\n'), ends()]), [
    ['assistant.message.intermediate', 'a\nb\nc', [1], null],
    ['raw.stdout', 'a\nb\nc\n', [2], [0, 6]],
  ])
})

test('the beginning of a block that is too long repeats nothing, even where the message has the same text', () => {
  const { event, says } = teller()
  const preview = event({
    type: 'raw.stdout',
    data: { text: 'a\nb\nc\n', truncated: true },
    at: { stream: 'stdout', from: 0, to: 900_000 },
  })
  assert.deepEqual(all(echoFold(), [preview, says('a\nb\nc')]), [
    ['raw.stdout', 'a\nb\nc\n', [1], [0, 900_000]],
    ['assistant.message.final', 'a\nb\nc', [2], null],
  ])
})

test('where bytes are no text, what is left of a block points to all of it', () => {
  const { raw, says } = teller()
  assert.deepEqual(all(echoFold(), [raw('\ufffd\na\nb\nc\n', 'stdout', 8), says('a\nb\nc')]), [
    ['raw.stdout', '\ufffd\n', [1], [0, 8]],
    ['diagnostic.warning', 3, [1], [0, 8]],
    ['assistant.message.final', 'a\nb\nc', [2], null],
  ])
})

test('no more than the limit is held back, and no more than the limit remembered', () => {
  const { raw, says, ends } = teller()
  const fold = echoFold({ lines: 3, heldBytes: 1000, saidBytes: 200 })
  assert.deepEqual(fold.push(raw('a\nb\n')), [])
  const long = `${'x'.repeat(700)}\n`
  assert.deepEqual(shown(fold.push(raw(long))), [
    ['raw.stdout', 'a\nb\n', [1], [0, 4]],
    ['raw.stdout', long, [2], [4, 705]],
  ])
  fold.push(says('a\nb\nc'))
  // 51 for each line: with the fourth the first is forgotten, and with the fifth the second.
  fold.push(says('d\ne'))
  fold.push(raw('b\nc\nd\na\nc\nd\ne\n'))
  assert.deepEqual(shown(fold.push(ends())), [
    ['raw.stdout', 'b\nc\nd\na\n', [5], [705, 713]],
    ['diagnostic.warning', 3, [5], [713, 719]],
  ])
})

const word = fc.constantFrom('a', 'b', ' b', 'c', 'd', 'é你', '', '```', '```json', 'no')
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join('\n'))
const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('stdout' as const, 'stderr' as const), text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('says' as const), text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('thinks' as const, 'ends' as const), text }) },
)

type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

function eventsOf(happenings: readonly Happening[]): RaspEvent[] {
  const { event, raw, says, ends } = teller()
  return happenings.map(({ kind, text }) => {
    if (kind === 'says') return says(text)
    if (kind === 'ends') return ends()
    return kind === 'thinks' ? event({ type: 'agent.reasoning', data: { text } }) : raw(`${text}\n`, kind)
  })
}

const small = { lines: 3, heldBytes: 1500, saidBytes: 400 }

test('whatever comes: only lines of messages are left out, three at least, all else comes out once and in order', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
      const events = eventsOf(happenings)
      const fold = echoFold(small)
      const out = [...events.flatMap((event) => fold.push(event)), ...fold.end()]

      const isRaw = ({ draft }: Folded) => draft.type.startsWith('raw.')
      const isEcho = ({ draft }: Folded) => 'code' in draft.data && draft.data.code === 'RAW_DUPLICATE_SUPPRESSED'
      const others = (folded: readonly Folded[]) => folded.filter((one) => !isRaw(one) && !isEcho(one))
      assert.deepEqual(others(out), others(events.flatMap((event) => plainFold.push(event))))
      const order = out.map(({ raspSeq }) => Math.max(...raspSeq))
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      )

      const said = new Set(
        happenings.flatMap(({ kind, text }) => (kind === 'says' ? text.split('\n') : [])).map((line) => line.trim()),
      )
      for (const stream of ['stdout', 'stderr'] as const) {
        const printed = Buffer.from(happenings.flatMap(({ kind, text }) => (kind === stream ? [`${text}\n`] : [])).join(''))
        const parts = out
          .filter((one) => (isRaw(one) || isEcho(one)) && one.of.raw_ref?.stream === stream)
          .map((one) => ({ one, from: one.of.raw_ref?.byte_from ?? -1, to: one.of.raw_ref?.byte_to ?? -1 }))
          .toSorted((a, b) => a.from - b.from)
        let at = 0
        for (const { one, from, to } of parts) {
          assert.equal(from, at)
          at = to
          const bytes = printed.toString('utf8', from, to)
          if (!isEcho(one)) assert.equal('text' in one.draft.data && one.draft.data.text, bytes)
          else {
            const lines = bytes.trimEnd().split('\n')
            const full = lines.map((line) => line.trim()).filter((line) => !/^(```\w*)?$/.test(line))
            assert.equal('count' in one.draft.data && one.draft.data.count, lines.length)
            assert.ok(full.length >= 3 && full.every((line) => said.has(line)), bytes)
          }
        }
        assert.equal(at, printed.length)
      }
    }),
    { numRuns: 500 },
  )
})

test('whatever comes: what waits is bounded, and a fold that reads the same events again goes on where the other one was', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), fc.nat(30), (happenings, crash) => {
      const events = eventsOf(happenings)
      const fold = echoFold(small)
      let waiting = 0
      const out = events.map((event) => {
        const folded = fold.push(event)
        const isTold = plainFold.push(event).length > 0
        waiting = folded.length > 0 ? 0 : waiting + (isTold ? JSON.stringify(event.data).length + 300 : 0)
        assert.ok(waiting <= small.heldBytes)
        return folded
      })
      const again = echoFold(small)
      for (const event of events.slice(0, crash)) again.push(event)
      assert.deepEqual(all(again, events.slice(crash)), shown([...out.slice(crash).flat(), ...fold.end()]))
    }),
  )
})
