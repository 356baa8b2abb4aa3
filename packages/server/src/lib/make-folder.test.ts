import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeFolder } from './make-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'make-folder-'))
after(() => rmSync(root, { recursive: true }))

test('a folder is made with those above it, and one that is there stays', () => {
  const folder = join(root, 'a/b/c')
  makeFolder(folder, 0o700)
  makeFolder(folder)
  assert.deepEqual(
    ['a', 'a/b', 'a/b/c'].map((path) => (statSync(join(root, path)).mode & 0o777).toString(8)),
    ['700', '700', '700'],
  )
})

test('a file in its place or above it is told', () => {
  writeFileSync(join(root, 'file'), '')
  assert.throws(() => makeFolder(join(root, 'file')), { code: 'EEXIST' })
  assert.throws(() => makeFolder(join(root, 'file/x/y')), { code: 'ENOTDIR' })
})

test('where the kernel has no room for a folder, that is told at once', { skip: process.platform !== 'linux' }, () => {
  assert.throws(() => makeFolder('/proc/none'), { code: 'ENOENT' })
  assert.throws(() => makeFolder('/proc/none/x/y'), { code: 'ENOENT' })
})
