import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UploadNames } from './upload-names.ts'

type Given = readonly [path: string, kind: 'file' | 'folder']

const file = (path: string): Given => [path, 'file']
const folder = (path: string): Given => [path, 'folder']

/** What is said about the last of the names, after the others were taken. */
function lastOf(...given: readonly Given[]): string | null {
  const names = new UploadNames()
  return given.map((one) => names.add(...one)).at(-1) ?? null
}

test('plain names are taken, in any order of files and their folders', () => {
  const taken = [
    lastOf(file('paper')),
    lastOf(file('a/b/c.txt')),
    lastOf(folder('a'), file('a/b')),
    lastOf(file('a/b'), folder('a')),
    lastOf(folder('a'), folder('a')),
    lastOf(file('a/x'), file('a/y')),
    lastOf(file('论文.pdf')),
    lastOf(file('..a')),
  ]
  assert.deepEqual(taken, Array(8).fill(null))
})

test('a name that leads elsewhere, or that no system should be asked for, is refused with the reason', () => {
  const refused = {
    '../x': 'it holds ..',
    'a/../../x': 'it holds ..',
    '/etc/x': 'it is absolute',
    'C:/x': 'it is absolute',
    'C:x': 'it is absolute',
    'a\\..\\x': 'it holds a backslash',
    'a\0b': 'it holds a NUL',
    'a\nb': 'it holds a control character',
    'a//b': 'it holds an empty part or a single dot',
    './a': 'it holds an empty part or a single dot',
    '': 'it is empty',
    [`${'a/'.repeat(32)}b`]: 'it lies deeper than 32 folders',
    ['é'.repeat(128)]: 'a part of it is longer than 255 bytes',
    [`${'a'.repeat(200)}/${'b'.repeat(200)}/${'c'.repeat(200)}/${'d'.repeat(200)}/${'e'.repeat(221)}`]:
      'it is longer than 1024 bytes',
  }
  for (const [path, problem] of Object.entries(refused)) assert.equal(lastOf(file(path)), problem, path)
})

test('a great many folders are refused, however few names they are in', () => {
  const deep = (index: number): Given => file(`${index}/${'a/'.repeat(30)}b`)
  assert.equal(lastOf(...Array.from({ length: 64 }, (_, index) => deep(index))), null)
  assert.equal(lastOf(...Array.from({ length: 65 }, (_, index) => deep(index))), 'with it there are more than 2000 folders')
})

test('two names for one place are refused', () => {
  const differs = (path: string) => `it differs from ${JSON.stringify(path)} in nothing but upper and lower case or accents`
  assert.equal(lastOf(file('a'), file('a')), 'it is there twice')
  assert.equal(lastOf(file('a'), file('A')), differs('a'))
  assert.equal(lastOf(file('é'), file('e\u0301')), differs('é'))
  assert.equal(lastOf(file('straße'), file('STRASSE')), differs('straße'))
  assert.equal(lastOf(file('a/x'), file('A/y')), differs('a'))
  assert.equal(lastOf(file('a'), file('a/b')), 'it is both a file and a folder')
  assert.equal(lastOf(file('a/b'), file('a')), 'it is both a file and a folder')
})
