import assert from 'node:assert/strict'
import { verifies } from '../../../../../../test/verifies.ts'
import { mostColumns, mostRows, sheetOf } from './csv.ts'

verifies(
  'web.previews',
  'a table has its first rows and columns, each as wide as the widest, and says when there are more',
  () => {
    assert.deepEqual(sheetOf('a,b\n1,"x, ""y"""\n2\n', false), {
      head: ['a', 'b'],
      rows: [
        ['1', 'x, "y"'],
        ['2', ''],
      ],
      moreRows: false,
      moreColumns: false,
    })
    assert.deepEqual(sheetOf('a;b\n1;2\n3;', true), { head: ['a', 'b'], rows: [['1', '2']], moreRows: true, moreColumns: false })
    assert.deepEqual(sheetOf('', false), { head: [], rows: [], moreRows: false, moreColumns: false })
    const long = sheetOf(Array.from({ length: mostRows + 5 }, (_, at) => `${at},x`).join('\n'), false)
    assert.deepEqual([long.rows.length, long.rows.at(-1), long.moreRows], [mostRows, [String(mostRows), 'x'], true])
    const wide = sheetOf(Array.from({ length: mostColumns + 1 }, (_, at) => at).join(','), false)
    assert.deepEqual([wide.head.length, wide.moreColumns], [mostColumns, true])
  },
)
