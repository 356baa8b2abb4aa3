import assert from 'node:assert/strict'
import { verifies } from '../../../../../../test/verifies.ts'
import { paint } from './ansi.ts'

const painted = (text: string) => paint(text).map(({ text: piece, look }) => [piece, look.join(' ')])

verifies('web.previews', 'colors of a terminal become class names, and whatever else steers a terminal is left out', () => {
  assert.deepEqual(painted('plain'), [['plain', '']])
  assert.deepEqual(painted(''), [])
  assert.deepEqual(painted('a\x1b[31mred\x1b[1m bold\x1b[0m b'), [
    ['a', ''],
    ['red', 'red'],
    [' bold', 'red bold'],
    [' b', ''],
  ])
  assert.deepEqual(painted('\x1b[97;44mon blue\x1b[39;49m\x1b[mb'), [
    ['on blue', 'white on-blue'],
    ['b', ''],
  ])
  assert.deepEqual(painted('\x1b[38;5;196mone of 256\x1b[38;2;10;200;30mone of many\x1b[48;5;240m.'), [
    ['one of 256', 'red'],
    ['one of many', 'green'],
    ['.', 'green on-white'],
  ])
  assert.deepEqual(painted('\x1b[2J\x1b[1;1Hhome\x1b]0;title\x07\x1b]8;;http://x.test\x1b\\link\x1b]8;;\x1b\\\x07\x00!'), [
    ['homelink!', ''],
  ])
  assert.deepEqual(painted('\x1b]0;no end\nnext'), [['\nnext', '']])
  assert.deepEqual(painted('cut \x1b[3'), [['cut [3', '']])
  assert.deepEqual(painted('\x1b[31m<img src=x onerror=alert(1)>'), [['<img src=x onerror=alert(1)>', 'red']])
})
