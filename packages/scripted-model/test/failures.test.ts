import assert from 'node:assert/strict'
import Anthropic from '@anthropic-ai/sdk'
import { ApiError } from '@google/genai'
import OpenAI from 'openai'
import { verifies } from '../../../test/verifies.ts'
import { type Failure, type FailureStatus, startScriptedModel } from '../src/index.ts'
import { asks, type Name } from './asks.ts'

async function errorOf(name: Name, step: Failure, stream: boolean): Promise<unknown> {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [step] })
  const failure = await asks[name](scene, { stream }).then(
    () => assert.fail('it should have failed'),
    (error: unknown) => error,
  )
  assert.deepEqual([scene.problems, scene.unplayed, scene.requests.map((request) => request.step)], [[], [], [0]])
  return failure
}

type Row = readonly [status: FailureStatus, kind: string, type: string, code: string | null]

const openaiRows: readonly Row[] = [
  [400, 'BadRequestError', 'invalid_request_error', null],
  [401, 'AuthenticationError', 'invalid_request_error', 'invalid_api_key'],
  [403, 'PermissionDeniedError', 'request_forbidden', 'unsupported_country_region_territory'],
  [404, 'NotFoundError', 'invalid_request_error', 'model_not_found'],
  [413, 'APIError', 'invalid_request_error', null],
  [429, 'RateLimitError', 'requests', 'rate_limit_exceeded'],
  [500, 'InternalServerError', 'server_error', null],
  [503, 'InternalServerError', 'server_error', null],
  [529, 'InternalServerError', 'server_error', null],
]

for (const name of ['responses', 'chat'] as const) {
  verifies('model.fails-on-demand', `OpenAI, ${name}: every failure is the error that the official client knows`, async () => {
    for (const [status, kind, type, code] of openaiRows) {
      for (const stream of [true, false]) {
        const error = await errorOf(name, { status, message: 'no' }, stream)
        assert.ok(error instanceof OpenAI.APIError)
        assert.equal(error.constructor.name, kind)
        const { message, requestID } = error
        assert.deepEqual(
          { status: error.status, message, type: error.type, code: error.code, requestID },
          { status, message: `${status} no`, type, code, requestID: 'req_scripted' },
        )
      }
    }
  })
}

verifies(
  'model.fails-on-demand',
  'OpenAI: a quota that is used up says so twice, and headers and bodies of the script are sent',
  async () => {
    const quota = await errorOf('responses', { status: 429, code: 'insufficient_quota', headers: { 'retry-after': '7' } }, true)
    assert.ok(quota instanceof OpenAI.RateLimitError)
    assert.deepEqual(
      [quota.type, quota.code, quota.headers.get('retry-after')],
      ['insufficient_quota', 'insufficient_quota', '7'],
    )
    const own = await errorOf('responses', { status: 500, body: { error: { message: 'mine', type: 'x' } } }, true)
    assert.ok(own instanceof OpenAI.InternalServerError)
    assert.deepEqual([own.message, own.type], ['500 mine', 'x'])
    const page = await errorOf('chat', { status: 503, body: '<h1>gateway</h1>', headers: { 'content-type': 'text/html' } }, false)
    assert.ok(page instanceof OpenAI.InternalServerError)
    assert.equal(page.message, '503 <h1>gateway</h1>')
  },
)

const anthropicRows: readonly (readonly [FailureStatus, string, string])[] = [
  [400, 'BadRequestError', 'invalid_request_error'],
  [401, 'AuthenticationError', 'authentication_error'],
  [403, 'PermissionDeniedError', 'permission_error'],
  [404, 'NotFoundError', 'not_found_error'],
  [413, 'ContentTooLargeError', 'request_too_large'],
  [429, 'RateLimitError', 'rate_limit_error'],
  [500, 'InternalServerError', 'api_error'],
  [503, 'ServiceUnavailableError', 'overloaded_error'],
  [529, 'OverloadedError', 'overloaded_error'],
]

verifies('model.fails-on-demand', 'Anthropic: every failure is the error that the official client knows', async () => {
  for (const [status, kind, type] of anthropicRows) {
    for (const stream of [true, false]) {
      const error = await errorOf('messages', { status, message: 'no' }, stream)
      assert.ok(error instanceof Anthropic.APIError)
      assert.equal(error.constructor.name, kind)
      assert.deepEqual(
        { status: error.status, type: error.type, body: error.error, requestID: error.requestID },
        {
          status,
          type,
          body: { type: 'error', error: { type, message: 'no' }, request_id: 'req_scripted' },
          requestID: 'req_scripted',
        },
      )
    }
  }
})

const geminiRows: readonly (readonly [FailureStatus, string])[] = [
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [413, 'INVALID_ARGUMENT'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
  [529, 'UNAVAILABLE'],
]

verifies('model.fails-on-demand', 'Gemini: every failure is the error that the official client knows', async () => {
  for (const [code, status] of geminiRows) {
    for (const stream of [true, false]) {
      const error = await errorOf('gemini', { status: code, message: 'no' }, stream)
      assert.ok(error instanceof ApiError)
      assert.deepEqual([error.status, JSON.parse(error.message)], [code, { error: { code, message: 'no', status } }])
    }
  }
})

verifies('model.fails-on-demand', 'Gemini: a used up quota tells how long to wait, and a reason can be given', async () => {
  const quota = await errorOf('gemini', { status: 429, headers: { 'Retry-After': '7' } }, true)
  assert.ok(quota instanceof ApiError)
  assert.deepEqual(JSON.parse(quota.message), {
    error: {
      code: 429,
      message: 'Too many requests.',
      status: 'RESOURCE_EXHAUSTED',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [
            {
              quotaMetric: 'generativelanguage.googleapis.com/generate_content_requests',
              quotaId: 'GenerateRequestsPerMinutePerProjectPerModel',
            },
          ],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' },
      ],
    },
  })
  const key = await errorOf('gemini', { status: 400, code: 'API_KEY_INVALID', message: 'bad key' }, false)
  assert.ok(key instanceof ApiError)
  assert.deepEqual(JSON.parse(key.message), {
    error: {
      code: 400,
      message: 'bad key',
      status: 'INVALID_ARGUMENT',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' }],
    },
  })
})

verifies(
  'model.fails-on-demand',
  'a failure in the middle of a stream is the error event that the official client knows',
  async () => {
    await using model = await startScriptedModel()
    const step = { say: 'half', failed: { code: 'overloaded_error', message: 'no more' } }
    const scene = model.scene('a', { steps: [step, step, step, step] })
    for (const stream of [true, false]) {
      await assert.rejects(
        asks.chat(scene, { stream }),
        (error) => error instanceof OpenAI.APIError && error.code === 'overloaded_error',
      )
      await assert.rejects(
        asks.messages(scene, { stream }),
        (error) => error instanceof Anthropic.APIError && error.type === 'overloaded_error',
      )
    }
    assert.deepEqual([scene.problems, scene.unplayed], [[], []])
  },
)
