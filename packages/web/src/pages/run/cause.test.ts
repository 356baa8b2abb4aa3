import assert from 'node:assert/strict'
import { verifies } from '../../../../../test/verifies.ts'
import { causeOf, lastLineOf } from './cause.ts'

verifies(
  'web.runs-and-replies',
  'of an error the page tells what the program itself said, by its last line where there is little room',
  () => {
    const cause = causeOf({ details: { exit_code: 1, stderr_tail: 'Traceback:\n  line 1\nValueError: no numbers\n' } })
    assert.equal(cause, 'Traceback:\n  line 1\nValueError: no numbers')
    assert.equal(lastLineOf(cause ?? ''), 'ValueError: no numbers')
    assert.equal(causeOf({ details: { reason: '401 Unauthorized', stderr_tail: 'noise' } }), '401 Unauthorized')
    assert.deepEqual([{ details: { stderr_tail: ' \n' } }, { details: { reason: 7 } }, { details: null }, {}].map(causeOf), [
      null,
      null,
      null,
      null,
    ])
  },
)
