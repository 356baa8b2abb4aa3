import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemText } from './client-command.ts'

test('facts are told by their names, problems each on a line, and what is not known is left out', () => {
  const details = {
    needed: 'admin',
    granted: ['read', 'run'],
    expected: [],
    project: null,
    errors: [{ path: '/count', message: 'must be integer' }, { message: 'is too much' }],
  }
  assert.equal(
    problemText({ code: 'FORBIDDEN', message: 'This token may not do that.', details }),
    [
      'This token may not do that. (FORBIDDEN)',
      '  needed: admin',
      '  granted: read, run',
      '  expected: none',
      '  - /count must be integer',
      '  - is too much',
      '',
    ].join('\n'),
  )
})

test('a job that asks nobody is told how one that asks is started here', () => {
  assert.equal(
    problemText({ code: 'NOT_INTERACTIVE', message: 'It asks nobody.', details: {} }),
    'It asks nobody. (NOT_INTERACTIVE)\n  With this command line: ./skill-runner run <skill> --interactive\n',
  )
})
