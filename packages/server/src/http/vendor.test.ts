import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../lib/fault.ts'
import { vendorError, vendorErrorHeaders, vendorOf } from './vendor.ts'

test('a vendor is known by the beginning of the path, as it is written', () => {
  const urls = [
    '/compat/anthropic/v1/skills?a=1',
    '/compat/openai/',
    '/compat/openai',
    '/compat/other/v1',
    '/v1/skills',
    '/%63ompat/openai/v1',
  ]
  assert.deepEqual(urls.map(vendorOf), ['anthropic', 'openai', null, null, null, null])
})

test('errors have the words of each vendor for their status, and our code and details inside', () => {
  const fault = new Fault('SKILL_READ_ONLY', { name: 'note', error_code: 'mine' })
  const { message } = fault
  assert.deepEqual(vendorError('anthropic', fault, 409, 'req_1'), {
    type: 'error',
    error: { type: 'invalid_request_error', message, details: { name: 'note', error_code: 'SKILL_READ_ONLY' } },
    request_id: 'req_1',
  })
  assert.deepEqual(vendorError('openai', fault, 409, 'req_1'), {
    error: {
      ...{ message, type: 'invalid_request_error', param: null, code: 'SKILL_READ_ONLY' },
      details: { name: 'note', error_code: 'mine' },
    },
  })
  const typesOf = (status: number) =>
    (['anthropic', 'openai'] as const).map(
      (vendor) => (vendorError(vendor, fault, status, '') as { error: { type: string } }).error.type,
    )
  assert.deepEqual([400, 401, 403, 404, 413, 429, 500, 503].map(typesOf), [
    ['invalid_request_error', 'invalid_request_error'],
    ['authentication_error', 'invalid_request_error'],
    ['permission_error', 'invalid_request_error'],
    ['not_found_error', 'invalid_request_error'],
    ['request_too_large', 'invalid_request_error'],
    ['rate_limit_error', 'rate_limit_error'],
    ['api_error', 'server_error'],
    ['overloaded_error', 'server_error'],
  ])
  assert.deepEqual([409, 429, 503].map(vendorErrorHeaders), [{ 'x-should-retry': 'false' }, {}, {}])
})
