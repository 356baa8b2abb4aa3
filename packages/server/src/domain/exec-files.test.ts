import assert from 'node:assert/strict'
import { test } from 'node:test'
import { artifactName } from './exec-files.ts'

test('an artifact is called as its sender called it, without folders and what cannot be shown', () => {
  const cases: [string, string][] = [
    ['a note.txt', 'a note.txt'],
    ['C:\\notes\\a.txt', 'a.txt'],
    ['../../etc/passwd', 'passwd'],
    ['a\r\nb: c', 'ab: c'],
    ['报告.pdf', '报告.pdf'],
    ['', 'file'],
    ['folder/', 'file'],
    ['..', 'file'],
    ['x'.repeat(300), 'x'.repeat(255)],
  ]
  for (const [given, expected] of cases) assert.equal(artifactName(given), expected)
})
