import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { preview } from './preview.ts'

test('a reply is shown in one line', () => {
  const table: readonly (readonly [unknown, string])[] = [
    ['my team', 'my team'],
    ['  two\r\n\n\tlines \u2028 and\u0000 more ', 'two lines and more'],
    ['给我的团队\n用', '给我的团队 用'],
    [true, 'true'],
    [3, '3'],
    [null, ''],
    [undefined, ''],
    [{ city: '北京', note: 'a\nb' }, '{"city":"北京","note":"a\\nb"}'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), `${'x'.repeat(199)}…`],
    ['😀'.repeat(101), `${'😀'.repeat(99)}…`],
  ]
  assert.deepEqual(
    table.map(([response]) => [response, preview(response)]),
    table,
  )
})

test('a reply that is nested too deeply to be written is only hinted at', () => {
  assert.equal(preview(JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)), '…')
})

test('whatever was replied, it is one short line', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.jsonValue(), fc.anything()), (response) => {
      const line = preview(response)
      assert.ok(line.length <= 200)
      assert.doesNotMatch(line, /\p{Cc}|\u2028|\u2029/u)
    }),
  )
})
