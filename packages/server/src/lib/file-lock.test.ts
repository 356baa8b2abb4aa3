import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isLocked, tryLock } from './file-lock.ts'

test('a file is held once at a time, and who looks whether it is neither makes nor holds it', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'skill-runner-lock-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'lock.db')
  assert.equal(isLocked(file), false)
  assert.equal(existsSync(file), false)
  const first = tryLock(file)
  assert.ok(first)
  assert.deepEqual([isLocked(file), tryLock(file)], [true, null])
  first.release()
  assert.equal(isLocked(file), false)
  const second = tryLock(file)
  assert.ok(second)
  second.release()
})

test('a file that cannot be made is told, and is not taken for one that is held', () => {
  assert.throws(() => tryLock('/nowhere/lock.db'), /unable to open database file/)
})
