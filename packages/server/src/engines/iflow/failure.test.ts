import assert from 'node:assert/strict'
import { test } from 'node:test'
import { iflowFailure } from './failure.ts'

const codeOf = (reason: string | null) => {
  const failure = iflowFailure({ exit: { kind: 'exited', code: 1 }, reason, understood: false, stderrTail: 'status: 401' })
  assert.equal(failure.reason, reason)
  return failure.code
}
const answered = (status: number) => `[API Error: generate data error: HTTP error! status: ${status}, body: {"error":{}}]`

test('a call that the provider refused is told by the status of its answer, in both languages', () => {
  const codes = [400, 401, 403, 404, 413, 429, 500, 503, 529].map((status) => [status, codeOf(answered(status))])
  assert.deepEqual(codes, [
    [400, 'ENGINE_FAILED'],
    [401, 'AUTH_REQUIRED'],
    [403, 'AUTH_REQUIRED'],
    [404, 'MODEL_UNAVAILABLE'],
    [413, 'ENGINE_FAILED'],
    [429, 'RATE_LIMITED'],
    [500, 'MODEL_UNAVAILABLE'],
    [503, 'MODEL_UNAVAILABLE'],
    [529, 'MODEL_UNAVAILABLE'],
  ])
  assert.equal(codeOf('[API Error: 生成数据错误: HTTP 错误！状态：429，响应：{"error":{}} TraceID：00-7069]'), 'RATE_LIMITED')
})

test('a call without an answer, or with one that cannot be read, means that the model is not there', () => {
  assert.equal(codeOf('[API Error: generate data error: fetch failed]'), 'MODEL_UNAVAILABLE')
  assert.equal(codeOf('[API Error: generate data error: Response format error.]'), 'MODEL_UNAVAILABLE')
})

test('a sign-in that is missing, of a kind that is gone, or run out has to be made anew', () => {
  assert.equal(codeOf('Please set an Auth method in your /home/runner/.iflow/settings.json or …'), 'AUTH_REQUIRED')
  assert.equal(codeOf('Auth method has been deprecated. Please reconfigure with OpenAI Compatible API.'), 'AUTH_REQUIRED')
  assert.equal(codeOf('Error: SERVER_OAUTH2_REQUIRED: 服务器环境下OAuth2 token已过期，需要重新认证'), 'AUTH_REQUIRED')
})

test('everything else is a failure of the engine, also where it quotes such words', () => {
  assert.equal(codeOf(null), 'ENGINE_FAILED')
  assert.equal(codeOf('It ended without its Execution Info.'), 'ENGINE_FAILED')
  assert.equal(codeOf(`The model said: ${answered(401)}`), 'ENGINE_FAILED')
})
