import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { errors } from '../../../contract/src/errors.ts'
import { errorText } from './error-text.ts'
import { errorsZh } from './errors-zh.ts'

verifies('web.errors-by-code', 'every code has a Chinese sentence, and none is left from a code that is gone', () => {
  const own = ['UNREACHABLE', 'UNREADABLE_ANSWER']
  assert.deepEqual(Object.keys(errorsZh).toSorted(), [...Object.keys(errors), ...own].toSorted())
  for (const [code, text] of Object.entries(errorsZh)) assert.match(text, /\p{Script=Han}.*。$/u, code)
})

verifies(
  'web.errors-by-code',
  'English readers get what the server says, and so does everybody for a code that is not known',
  () => {
    assert.equal(errorText('en', 'QUEUE_FULL', 'The queue is full.'), 'The queue is full.')
    assert.equal(errorText('zh', 'QUEUE_FULL', 'The queue is full.'), '队列已满。请稍后重试。')
    assert.equal(errorText('zh', 'OF_TOMORROW', 'Something new.'), 'Something new.')
    assert.equal(errorText('en', 'AUTH_REQUIRED', 'Run `skill-runner doctor`.'), 'Run skill-runner doctor.')
    assert.equal(errorText('zh', null, 'Not of the server.'), 'Not of the server.')
  },
)
