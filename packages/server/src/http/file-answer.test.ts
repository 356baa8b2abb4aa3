import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachment } from './attachment.ts'
import { type FileHeaders, fileAnswer } from './file-answer.ts'

const etag = '"abc"'
const ten = { etag, size: 10 }
const whole = { status: 200, from: 0, to: 10 } as const
const part = (from: number, to: number) => ({ status: 206, from, to }) as const

test('a single range is answered by RFC 9110, and what is no such range is ignored', () => {
  const cases: [string, ReturnType<typeof fileAnswer>][] = [
    ['bytes=0-0', part(0, 1)],
    ['bytes=0-9', part(0, 10)],
    ['bytes=3-5', part(3, 6)],
    ['bytes=3-', part(3, 10)],
    ['bytes=3-99999999999999999999', part(3, 10)],
    ['bytes=-4', part(6, 10)],
    ['bytes=-99', part(0, 10)],
    ['Bytes= 3-5 ', part(3, 6)],
    ['bytes=10-', { status: 416 }],
    ['bytes=99999999999999999999-', { status: 416 }],
    ['bytes=-0', { status: 416 }],
    ['bytes=5-3', whole],
    ['bytes=-', whole],
    ['bytes=', whole],
    ['bytes=a-b', whole],
    ['bytes=0x1-5', whole],
    ['bytes=1-2,4-5', whole],
    ['items=0-1', whole],
    ['', whole],
  ]
  for (const [range, expected] of cases) assert.deepEqual(fileAnswer('GET', { range }, ten), expected, range)
})

test('of an empty file there are no bytes to begin at, and its last bytes are all of it', () => {
  const empty = { etag, size: 0 }
  assert.deepEqual(
    ['bytes=0-', 'bytes=0-0', 'bytes=-1'].map((range) => fileAnswer('GET', { range }, empty)),
    [{ status: 416 }, { status: 416 }, { status: 200, from: 0, to: 0 }],
  )
})

test('If-None-Match takes lists, weak tags and a star; If-Range only the very same tag', () => {
  const cases: [FileHeaders, ReturnType<typeof fileAnswer>][] = [
    [{ 'if-none-match': '"abc"' }, { status: 304 }],
    [{ 'if-none-match': 'W/"abc"' }, { status: 304 }],
    [{ 'if-none-match': '"x", W/"a,b" ,"abc"' }, { status: 304 }],
    [{ 'if-none-match': ' * ' }, { status: 304 }],
    [{ 'if-none-match': '"abc"', range: 'bytes=0-1' }, { status: 304 }],
    [{ 'if-none-match': '"abcd", "ab"' }, whole],
    [{ 'if-none-match': 'abc' }, whole],
    [{ 'if-none-match': '' }, whole],
    [{ 'if-none-match': '"x"', range: 'bytes=0-1' }, part(0, 2)],
    [{ 'if-range': '"abc"', range: 'bytes=0-1' }, part(0, 2)],
    [{ 'if-range': 'W/"abc"', range: 'bytes=0-1' }, whole],
    [{ 'if-range': '"x"', range: 'bytes=99-' }, whole],
    [{ 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT', range: 'bytes=0-1' }, whole],
    [{ 'if-range': '"abc"' }, whole],
  ]
  for (const [headers, expected] of cases) assert.deepEqual(fileAnswer('GET', headers, ten), expected, JSON.stringify(headers))
})

test('without a tag nothing matches but a star, and HEAD knows no ranges', () => {
  const unknown = { etag: null, size: 10 }
  assert.deepEqual(fileAnswer('GET', { 'if-none-match': '"abc"' }, unknown), whole)
  assert.deepEqual(fileAnswer('GET', { 'if-range': 'null', range: 'bytes=0-1' }, unknown), whole)
  assert.deepEqual(fileAnswer('GET', { 'if-none-match': '*' }, unknown), { status: 304 })
  assert.deepEqual(fileAnswer('GET', { range: 'bytes=0-1' }, unknown), part(0, 2))
  assert.deepEqual(fileAnswer('HEAD', { range: 'bytes=0-1' }, ten), whole)
  assert.deepEqual(fileAnswer('HEAD', { 'if-none-match': '"abc"' }, ten), { status: 304 })
})

test('a file of any name is named in the header, and no name can add to it', () => {
  assert.equal(attachment('notes.md'), `attachment; filename="notes.md"; filename*=UTF-8''notes.md`)
  assert.equal(
    attachment('a"b\\c\r\nx: y%41é😀\'(1)*.txt'),
    `attachment; filename="a_b_c__x_ y_41___(1)_.txt"; filename*=UTF-8''a%22b%5Cc%0D%0Ax%3A%20y%2541%C3%A9%F0%9F%98%80%27%281%29%2A.txt`,
  )
})
