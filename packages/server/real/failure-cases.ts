import type { Step } from '@agent-skill-runner/scripted-model'
import { type Kit, plantedKey } from '../test/support/real-engine.ts'
import { claudeFailureCases as claude } from './claude-failure-cases.ts'
import { opencodeFailureCases as opencode } from './opencode-failure-cases.ts'
import { qwenFailureCases as qwen } from './qwen-failure-cases.ts'

/** What a provider does, what has to be told of it, and some of the words it has to be told in: the provider's own, or the engine's. */
export interface FailureCase {
  readonly when: string
  readonly step: Step
  readonly code: 'AUTH_REQUIRED' | 'RATE_LIMITED' | 'MODEL_UNAVAILABLE' | 'ENGINE_FAILED'
  readonly says: string | RegExp
  /** How often the engine asks before it gives up, or is ended; absent: once. */
  readonly tries?: number
}

const stars = '*'.repeat(plantedKey.length)

/** Codex has its own words for much, and then those of the provider are lost. */
const codex: readonly FailureCase[] = [
  {
    when: 'the key is refused, and repeated in the refusal',
    step: { status: 401, message: `Incorrect API key provided: ${plantedKey}.` },
    code: 'AUTH_REQUIRED',
    says: `unexpected status 401 Unauthorized: Incorrect API key provided: ${stars}.`,
  },
  {
    when: 'the key may not do that',
    step: { status: 403 },
    code: 'AUTH_REQUIRED',
    says: 'unexpected status 403 Forbidden: This key may not do that.',
  },
  {
    when: 'there were too many requests',
    step: { status: 429 },
    code: 'RATE_LIMITED',
    says: 'exceeded retry limit, last status: 429 Too Many Requests',
  },
  {
    when: 'the quota is used up',
    step: { status: 429, code: 'insufficient_quota', message: 'You exceeded your current quota.' },
    code: 'RATE_LIMITED',
    says: 'Quota exceeded. Check your plan and billing details.',
  },
  {
    when: 'the limit of the plan is reached',
    step: { status: 429, code: 'usage_limit_reached', message: 'The usage limit has been reached.' },
    code: 'RATE_LIMITED',
    says: 'hit your usage limit. Try again later.',
  },
  {
    when: 'the rate is exceeded in the middle of the stream',
    step: { say: 'Once upon', failed: { code: 'rate_limit_exceeded', message: 'Rate limit reached. Please try again in 1s.' } },
    code: 'RATE_LIMITED',
    says: 'Rate limit reached.',
  },
  {
    when: 'there is no such model',
    step: { status: 404, message: 'The model `gpt-5.5` does not exist or you do not have access to it.' },
    code: 'MODEL_UNAVAILABLE',
    says: 'The model `gpt-5.5` does not exist or you do not have access to it.',
  },
  {
    when: 'there is nothing at that address',
    step: { status: 404, body: '<html>nothing here</html>' },
    code: 'MODEL_UNAVAILABLE',
    says: 'unexpected status 404 Not Found: <html>nothing here</html>',
  },
  {
    when: 'the provider has an error',
    step: { status: 500 },
    code: 'MODEL_UNAVAILABLE',
    says: 'currently experiencing high demand',
  },
  {
    when: 'the provider is overloaded',
    step: { status: 503 },
    code: 'MODEL_UNAVAILABLE',
    says: 'unexpected status 503 Service Unavailable: The model is overloaded.',
  },
  {
    when: 'the model is at capacity',
    step: { status: 503, code: 'server_is_overloaded' },
    code: 'MODEL_UNAVAILABLE',
    says: 'Selected model is at capacity.',
  },
  { when: 'the provider says 529', step: { status: 529 }, code: 'MODEL_UNAVAILABLE', says: 'unexpected status 529' },
  { when: 'the request is bad', step: { status: 400 }, code: 'ENGINE_FAILED', says: 'The request is not valid.' },
  { when: 'the request is too large', step: { status: 413 }, code: 'ENGINE_FAILED', says: 'The request is too large.' },
  {
    when: 'the connection is cut before the answer',
    step: { say: 'Once upon', cut: 'before' },
    code: 'MODEL_UNAVAILABLE',
    says: 'unexpected status 502 Bad Gateway: the host hung up',
  },
  {
    when: 'the connection is cut in the middle of the answer',
    step: { say: 'Once upon', cut: 'mid' },
    code: 'MODEL_UNAVAILABLE',
    says: 'stream disconnected before completion: Transport error',
  },
  {
    when: 'the stream breaks into nonsense',
    step: { garble: true },
    code: 'MODEL_UNAVAILABLE',
    says: 'stream disconnected before completion: stream closed before response.completed',
  },
  {
    when: 'the answer is no stream at all',
    step: { garble: 'Hello, this is a login page.\n' },
    code: 'MODEL_UNAVAILABLE',
    says: 'stream disconnected before completion: stream closed before response.completed',
  },
  {
    when: 'the stream is empty',
    step: { empty: true },
    code: 'MODEL_UNAVAILABLE',
    says: 'stream disconnected before completion: stream closed before response.completed',
  },
  {
    when: 'the provider gives up in the middle of the stream',
    step: { say: 'Once upon', failed: { code: 'server_error', message: 'It broke here.' } },
    code: 'MODEL_UNAVAILABLE',
    says: 'stream disconnected before completion: It broke here.',
  },
  {
    when: 'the answer became too long',
    step: { say: 'Once upon', incomplete: 'max_output_tokens' },
    code: 'ENGINE_FAILED',
    says: 'Incomplete response returned, reason: max_output_tokens',
  },
]

/** As Google says that nothing is left for today. */
const daily = {
  error: {
    code: 429,
    message: 'You exceeded your current quota.',
    status: 'RESOURCE_EXHAUSTED',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [
          { quotaMetric: 'generate_content_free_tier_requests', quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' },
        ],
      },
    ],
  },
}

const gemini: readonly FailureCase[] = [
  {
    when: 'the key is refused, and repeated in the refusal',
    step: { status: 401, message: `Incorrect API key provided: ${plantedKey}.` },
    code: 'AUTH_REQUIRED',
    says: `"code":401,"message":"Incorrect API key provided: ${stars}."`,
  },
  {
    when: 'the key is called a bad request, as Google does',
    step: { status: 400, code: 'API_KEY_INVALID', message: 'API key not valid. Please pass a valid API key.' },
    code: 'AUTH_REQUIRED',
    says: 'API key not valid. Please pass a valid API key.',
  },
  { when: 'the key may not do that', step: { status: 403 }, code: 'AUTH_REQUIRED', says: 'This key may not do that.' },
  { when: 'there were too many requests', step: { status: 429 }, code: 'RATE_LIMITED', says: '[API Error: Too many requests.' },
  {
    when: 'the quota of the day is used up',
    step: { status: 429, body: daily },
    code: 'RATE_LIMITED',
    says: 'You have exhausted your daily quota on this model.',
  },
  {
    when: 'there is no such model',
    step: { status: 404 },
    code: 'MODEL_UNAVAILABLE',
    says: '[API Error: The model does not exist.]',
  },
  { when: 'the provider has an error', step: { status: 500 }, code: 'MODEL_UNAVAILABLE', says: 'The server had an error.' },
  {
    when: 'a gateway answers with a page',
    step: { status: 500, body: '<html>Bad gateway</html>' },
    code: 'MODEL_UNAVAILABLE',
    says: 'is not valid JSON',
  },
  { when: 'the provider is overloaded', step: { status: 503 }, code: 'MODEL_UNAVAILABLE', says: 'The model is overloaded.' },
  { when: 'the provider says 529', step: { status: 529 }, code: 'MODEL_UNAVAILABLE', says: 'Overloaded' },
  { when: 'the request is bad', step: { status: 400 }, code: 'ENGINE_FAILED', says: 'The request is not valid.' },
  { when: 'the request is too large', step: { status: 413 }, code: 'ENGINE_FAILED', says: 'The request is too large.' },
  {
    when: 'the connection is cut before the answer',
    step: { say: 'Once upon', cut: 'before' },
    code: 'MODEL_UNAVAILABLE',
    says: 'fetch failed',
  },
  {
    when: 'the connection is cut in the middle of the answer',
    step: { say: 'Once upon', cut: 'mid' },
    code: 'MODEL_UNAVAILABLE',
    says: '[API Error: terminated]',
  },
  {
    when: 'the stream breaks into nonsense',
    step: { garble: true },
    code: 'MODEL_UNAVAILABLE',
    says: 'Unterminated string in JSON',
  },
  {
    when: 'the answer is no stream at all',
    step: { garble: 'Hello, this is a login page.\n' },
    code: 'MODEL_UNAVAILABLE',
    says: 'Incomplete JSON segment at the end',
  },
  {
    when: 'the stream is empty',
    step: { empty: true },
    code: 'MODEL_UNAVAILABLE',
    says: 'Model stream ended without a finish reason.',
  },
]

/** Iflow says of every answer what it was, and of no answer what fetch said. */
const iflow: readonly FailureCase[] = [
  {
    when: 'the key is refused, and repeated in the refusal',
    step: { status: 401, message: `Incorrect API key provided: ${plantedKey}.` },
    code: 'AUTH_REQUIRED',
    says: `HTTP error! status: 401, body: {"error":{"message":"Incorrect API key provided: ${stars}."`,
  },
  { when: 'the key may not do that', step: { status: 403 }, code: 'AUTH_REQUIRED', says: 'This key may not do that.' },
  { when: 'there were too many requests', step: { status: 429 }, code: 'RATE_LIMITED', says: 'Too many requests.' },
  { when: 'there is no such model', step: { status: 404 }, code: 'MODEL_UNAVAILABLE', says: 'The model does not exist.' },
  { when: 'the provider has an error', step: { status: 500 }, code: 'MODEL_UNAVAILABLE', says: 'The server had an error.' },
  {
    when: 'a gateway answers with a page',
    step: { status: 500, body: '<html>Bad gateway</html>' },
    code: 'MODEL_UNAVAILABLE',
    says: 'status: 500, body: <html>Bad gateway</html>',
  },
  { when: 'the provider is overloaded', step: { status: 503 }, code: 'MODEL_UNAVAILABLE', says: 'The model is overloaded.' },
  { when: 'the provider says 529', step: { status: 529 }, code: 'MODEL_UNAVAILABLE', says: 'status: 529' },
  { when: 'the request is bad', step: { status: 400 }, code: 'ENGINE_FAILED', says: 'The request is not valid.' },
  { when: 'the request is too large', step: { status: 413 }, code: 'ENGINE_FAILED', says: 'The request is too large.' },
  {
    when: 'the connection is cut before the answer',
    step: { say: 'Once upon', cut: 'before' },
    code: 'MODEL_UNAVAILABLE',
    says: 'generate data error: fetch failed',
  },
  {
    when: 'the connection is cut in the middle of the answer',
    step: { say: 'Once upon', cut: 'mid' },
    code: 'MODEL_UNAVAILABLE',
    says: 'generate data error: terminated',
  },
  { when: 'the answer breaks into nonsense', step: { garble: true }, code: 'MODEL_UNAVAILABLE', says: 'Response format error.' },
  {
    when: 'the answer is something else',
    step: { garble: 'Hello, this is a login page.\n' },
    code: 'MODEL_UNAVAILABLE',
    says: 'Response format error.',
  },
  { when: 'the answer is empty', step: { empty: true }, code: 'MODEL_UNAVAILABLE', says: 'Response format error.' },
]

export const failureCases: Readonly<Record<Kit['engine'], readonly FailureCase[]>> = {
  claude,
  codex,
  gemini,
  opencode,
  iflow,
  qwen,
}
