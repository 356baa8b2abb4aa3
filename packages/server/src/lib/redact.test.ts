import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { redactor } from './redact.ts'

verifies('log.no-secrets', 'known values, credentials in headers and bearer tokens are taken out of a line', () => {
  const redact = redactor(['planted-secret', 'with "quotes" and \\', 'a.b*c(d)'])
  const line = JSON.stringify({
    msg: 'GET with planted-secret, planted-secret and a.b*c(d)',
    url: '/x?token=planted-secret',
    odd: 'with "quotes" and \\',
    headers: { authorization: 'Basic dXNlcjpwYXNz', Cookie: 'session="abc"; other=1', accept: 'text/html' },
    text: 'sent Authorization: Bearer abc.def-ghi',
  })
  assert.deepEqual(JSON.parse(redact(line)), {
    msg: 'GET with [masked], [masked] and [masked]',
    url: '/x?token=[masked]',
    odd: '[masked]',
    headers: { authorization: '[masked]', Cookie: '[masked]', accept: 'text/html' },
    text: 'sent Authorization: Bearer [masked]',
  })
})

test('without secrets an ordinary line stays as it is', () => {
  const line = '{"msg":"a.b*c, planted"}\n'
  assert.equal(redactor([])(line), line)
})
