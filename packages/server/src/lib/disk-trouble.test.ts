import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diskTroubleOf } from './disk-trouble.ts'

const thrown = (fields: object): Error => Object.assign(new Error('it failed'), fields)

test('a full disk and one that takes no writes are told apart, and from everything else', () => {
  const table: [object, ReturnType<typeof diskTroubleOf>][] = [
    [{ code: 'ENOSPC' }, 'DISK_LOW'],
    [{ code: 'EDQUOT' }, 'DISK_LOW'],
    [{ code: 'EROFS' }, 'DATA_NOT_WRITABLE'],
    [{ code: 'ENOENT' }, null],
    [{ code: 'toString' }, null],
    [{}, null],
    // SQLITE_FULL, SQLITE_READONLY, SQLITE_IOERR_SHMSIZE, SQLITE_CONSTRAINT
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'DISK_LOW'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 8 }, 'DATA_NOT_WRITABLE'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 10 + 19 * 256 }, 'DATA_NOT_WRITABLE'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 19 }, null],
    [{ code: 'ERR_SQLITE_ERROR' }, null],
  ]
  for (const [fields, expected] of table) assert.equal(diskTroubleOf(thrown(fields)), expected, JSON.stringify(fields))
  assert.equal(diskTroubleOf('ENOSPC'), null)
})
