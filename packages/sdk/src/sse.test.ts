import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ServerSentEvent, SseParser } from './sse.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What is understood of these bytes when they come in pieces that end at these places. */
function eventsIn(bytes: Uint8Array, cuts: readonly number[] = []): ServerSentEvent[] {
  const parser = new SseParser()
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).flatMap((to, index) => parser.push(bytes.subarray(places[index], to)))
}

const message = (data: string, id = '', event = 'message'): ServerSentEvent => ({ event, data, id })

const cases: Readonly<Record<string, readonly [text: string, events: readonly ServerSentEvent[]]>> = {
  'lines end with LF, CRLF or CR': [
    'data: a\n\ndata: b\r\n\r\ndata: c\r\rdata: d\r\n\n',
    ['a', 'b', 'c', 'd'].map((data) => message(data)),
  ],
  'one BOM at the beginning is no part of it': ['\ufeffdata: a\n\n', [message('a')]],
  'a second BOM, or one that comes later, is': ['\ufeff\ufeffdata: a\n\ndata: b\n\n\ufeffdata: c\n\n', [message('b')]],
  'comments mean nothing': [': a\ndata: b\n:\n: data: c\n\n', [message('b')]],
  'data of several lines is joined': ['data: a\ndata\ndata:\ndata: b\n\n', [message('a\n\n\nb')]],
  'one blank behind the colon is left out': ['data:  a \ndata:b\n\n', [message(' a \nb')]],
  'an event without data is none, and takes its name along': ['event: x\nid: 1\n\ndata: a\n\n', [message('a', '1')]],
  'empty data is data': ['data\n\ndata:\n\n', [message(''), message('')]],
  'an id holds until there is another one': [
    'id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n',
    [message('a', '1'), message('b', '1'), message('c')],
  ],
  'an id with NUL is left out': ['id: 1\nid: 2\0\ndata: a\n\n', [message('a', '1')]],
  'unknown fields are left out, and names are taken as they are': [
    'retry: 5\nData: x\n data: y\nevent: z\ndata: a\n\n',
    [message('a', '', 'z')],
  ],
  'what is not complete never happened': ['data: a\n\ndata: b\n', [message('a')]],
  'other separators end no line': ['data: a\u2028b\u2029c\u0085d\v\f\n\n', [message('a\u2028b\u2029c\u0085d\v\f')]],
}

for (const [name, [text, events]] of Object.entries(cases)) {
  test(`${name}, in one piece and byte by byte`, () => {
    const bytes = bytesOf(text)
    assert.deepEqual(eventsIn(bytes), events)
    assert.deepEqual(eventsIn(bytes, Array.from(bytes.keys())), events)
  })
}

test('any bytes mean the same in whatever pieces they come', () => {
  const words = ['data', 'id', 'event', ':', ': ', '\n', '\n\n', '\r', '\r\n', '\ufeff', '\0', 'é你😀', 'x', ' ']
  const text = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => bytesOf(parts.join('')))
  const broken = fc.uint8Array({ maxLength: 60 })
  fc.assert(
    fc.property(fc.oneof(text, broken), fc.array(fc.nat(), { maxLength: 20 }), (bytes, cuts) => {
      assert.deepEqual(eventsIn(bytes, cuts), eventsIn(bytes))
    }),
    { numRuns: 500 },
  )
})

test('whatever is told comes out again, however its lines end and whatever stands between', () => {
  const line = fc
    .array(fc.constantFrom('a', ':', ' ', 'é', '你😀', '\0', '\ufeff', '\u2028', '\u0085', 'data: '))
    .map((parts) => parts.join(''))
  const told = fc.record({
    event: line.map((text) => text || 'message'),
    data: fc.array(line, { minLength: 1, maxLength: 4 }),
    id: line.map((text) => text.replaceAll('\0', '')),
    comment: line,
    end: fc.constantFrom('\n', '\r', '\r\n'),
  })
  fc.assert(
    fc.property(fc.array(told, { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 20 }), (all, cuts) => {
      const text = all
        .map(({ event, data, id, comment, end }) =>
          [`:${comment}`, `id: ${id}`, `event: ${event}`, ...data.map((one) => `data: ${one}`), '', ''].join(end),
        )
        .join('')
      const expected = all.map(({ event, data, id }) => message(data.join('\n'), id, event))
      assert.deepEqual(eventsIn(bytesOf(text), cuts), expected)
    }),
    { numRuns: 100 },
  )
})
