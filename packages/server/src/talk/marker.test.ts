import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { markersIn, withoutMarkerLines, withoutMarkers } from './marker.ts'

verifies('completion.marker-only-in-assistant-text', 'the marker is upper case, a word of its own, and true', () => {
  const table: readonly (readonly [string, number])[] = [
    ['__SKILL_DONE__: true', 1],
    ['__SKILL_DONE__=true', 1],
    ['__SKILL_DONE__ \t= \ttrue', 1],
    ['{"__SKILL_DONE__":true}', 1],
    ['{"a": 1, "__SKILL_DONE__" : true, "b": 2}', 1],
    ["{'__SKILL_DONE__': true}", 1],
    ['{“__SKILL_DONE__”: true}', 1],
    ['I am done. `__SKILL_DONE__: true`', 1],
    ['`__SKILL_DONE__`: true', 1],
    ['**__SKILL_DONE__: true**.', 1],
    ['全部完成__SKILL_DONE__: true。', 1],
    ['__SKILL_DONE__: true\r\n', 1],
    ['', 0],
    ['__SKILL_DONE__', 0],
    ['__SKILL_DONE__ true', 0],
    ['__skill_done__: true', 0],
    ['__Skill_Done__: true', 0],
    ['__SKILL_DONE__: True', 0],
    ['__SKILL_DONE__: TRUE', 0],
    ['__SKILL_DONE__: false', 0],
    ['__SKILL_DONE__: 1', 0],
    ['__SKILL_DONE__: "true"', 0],
    ['__SKILL_DONE__: truelove', 0],
    ['__SKILL_DONE__: true_', 0],
    ['__SKILL_DONE__: true1', 0],
    ['MY__SKILL_DONE__: true', 0],
    ['___SKILL_DONE__: true', 0],
    ['__SKILL_DONE___: true', 0],
    ['__SKILL_DONE__:\ntrue', 0],
    ['__SKILL_DONE__\n: true', 0],
    ['__SKILL_DONE__"": true', 0],
    ['SKILL_DONE: true', 0],
  ]
  assert.deepEqual(
    table.map(([text]) => [text, markersIn(text)]),
    table,
  )
})

test('every marker is counted', () => {
  assert.equal(markersIn('__SKILL_DONE__: true\n{"__SKILL_DONE__": true} and __SKILL_DONE__=true'), 3)
  assert.equal(markersIn('__SKILL_DONE__: false, __SKILL_DONE__: true'), 1)
})

test('lines that are nothing but the marker go, and the rest stays as it is', () => {
  const table: readonly (readonly [string, string])[] = [
    ['', ''],
    ['nothing to do\n\n', 'nothing to do\n\n'],
    ['__SKILL_DONE__: true', ''],
    ['\n\n  __SKILL_DONE__ = true\t\n\n', ''],
    ['{"a":1}\n__SKILL_DONE__: true', '{"a":1}\n'],
    ['{"a":1}\r\n\r\n__SKILL_DONE__: true\r\n', '{"a":1}\r\n'],
    ['{"a":1}\n\n`__SKILL_DONE__: true`\n', '{"a":1}\n'],
    ['{"a":1}\n```__SKILL_DONE__=true```', '{"a":1}\n'],
    ['{"a":1}\n`__SKILL_DONE__`: true', '{"a":1}\n'],
    ['a\n \n__SKILL_DONE__: true\n\n__SKILL_DONE__: true\n\n', 'a\n'],
    ['__SKILL_DONE__: true\n{"a":1}\n\n', '{"a":1}\n\n'],
    ['  a \n\n__SKILL_DONE__: true\n\n b\t\n\n', '  a \n\n\n b\t\n\n'],
    ['做完了。\n\n__SKILL_DONE__: true', '做完了。\n'],
    // Part of something: it stays.
    ['done: __SKILL_DONE__: true', 'done: __SKILL_DONE__: true'],
    ['{\n  "a": 1,\n  "__SKILL_DONE__": true\n}', '{\n  "a": 1,\n  "__SKILL_DONE__": true\n}'],
    ['{"__SKILL_DONE__": true}', '{"__SKILL_DONE__": true}'],
    ['__SKILL_DONE__: false\n', '__SKILL_DONE__: false\n'],
    ['__skill_done__: true\n', '__skill_done__: true\n'],
    ['a\n\n__SKILL_DONE__: truely\n\n', 'a\n\n__SKILL_DONE__: truely\n\n'],
  ]
  assert.deepEqual(
    table.map(([text]) => [text, withoutMarkerLines(text)]),
    table,
  )
})

const pieces = fc.constantFrom(
  '__SKILL_DONE__: true',
  '\n__SKILL_DONE__=true\n',
  '__SKILL_DONE__',
  ':',
  '=',
  ' ',
  '\t',
  'true',
  '\n',
  '\r\n',
  '`',
  '"',
  'a',
  '完',
  '{',
  '}',
)
const texts = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(''))

test('a line that goes was a marker, every other line stays, and a second look changes nothing', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const rest = withoutMarkerLines(text)
      assert.equal(withoutMarkerLines(rest), rest)
      const full = (all: string) => all.split('\n').filter((line) => line.trim() !== '')
      const gone = full(text).length - full(rest).length
      assert.equal(markersIn(text) - markersIn(rest), gone)
      const markers = full(text).filter((line) => withoutMarkerLines(line) === '')
      assert.deepEqual(
        full(text).filter((line) => !markers.includes(line)),
        full(rest),
      )
    }),
  )
})

test('nothing that is shown to people holds a marker', () => {
  assert.equal(withoutMarkers('So __SKILL_DONE__: true then\n\n__SKILL_DONE__: true'), 'So … then\n')
  assert.equal(withoutMarkers('__SKILL_DONE__=__SKILL_DONE__:true true'), '__SKILL_DONE__=… true')
  fc.assert(fc.property(texts, (text) => assert.equal(markersIn(withoutMarkers(text)), 0)))
})

test('what a long text costs grows with its length', () => {
  for (const piece of [
    '__SKILL_DONE__',
    '__SKILL_DONE__ ',
    ' ',
    '\n',
    '\n__SKILL_DONE__: true',
    '`',
    '__SKILL_DONE__: true ',
    '_',
  ]) {
    const small = costOf(piece, 250_000)
    const large = costOf(piece, 1_000_000)
    // Four times as long: 16 times by the square.
    assert.ok(large <= 10 * Math.max(small, leastCost), `${JSON.stringify(piece)}: ${small} µs, then ${large} µs`)
  }
})

/** Less is noise. */
const leastCost = 20_000

/** Of this process alone, so that others on the machine do not count. In microseconds. */
function costOf(piece: string, length: number): number {
  const text = `__SKILL_DONE__${piece.repeat(length / piece.length)}x`
  const before = process.cpuUsage()
  markersIn(text)
  withoutMarkers(text)
  const { user, system } = process.cpuUsage(before)
  return user + system
}
