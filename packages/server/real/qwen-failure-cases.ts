import { plantedKey } from '../test/support/real-engine.ts'
import type { FailureCase } from './failure-cases.ts'

const stars = '*'.repeat(plantedKey.length)

/** With retries off it tries seven times, and waits for as long as the provider says. */
const soon = { 'retry-after': '0.05' }

/** Errors of the provider stand in brackets. */
export const qwenFailureCases: readonly FailureCase[] = [
  {
    when: 'the key is refused, and repeated in the refusal',
    step: { status: 401, message: `Incorrect API key provided: ${plantedKey}.` },
    code: 'AUTH_REQUIRED',
    says: `[API Error: 401 Incorrect API key provided: ${stars}.]`,
  },
  {
    when: 'the key may not do that',
    step: { status: 403 },
    code: 'AUTH_REQUIRED',
    says: '[API Error: 403 This key may not do that.]',
  },
  {
    when: 'there were too many requests',
    step: { status: 429, headers: soon },
    code: 'RATE_LIMITED',
    says: '[API Error: 429 Too many requests.]',
    tries: 7,
  },
  {
    when: 'there is no such model',
    step: { status: 404 },
    code: 'MODEL_UNAVAILABLE',
    says: '[API Error: 404 The model does not exist.]',
  },
  {
    when: 'the provider is overloaded',
    step: { status: 503, headers: soon },
    code: 'MODEL_UNAVAILABLE',
    says: '[API Error: 503 The model is overloaded.]',
    tries: 7,
  },
  {
    when: 'the request is bad',
    step: { status: 400 },
    code: 'ENGINE_FAILED',
    says: '[API Error: 400 The request is not valid.]',
  },
  {
    when: 'the request is too large',
    step: { status: 413 },
    code: 'ENGINE_FAILED',
    says: '(cause: 413 The request is too large.)',
  },
  {
    when: 'the connection is cut in the middle of the answer',
    step: { say: 'Once upon', cut: 'mid' },
    code: 'MODEL_UNAVAILABLE',
    says: '[API Error: terminated',
    tries: 4,
  },
  {
    when: 'the stream breaks into nonsense',
    step: { garble: true },
    code: 'MODEL_UNAVAILABLE',
    says: '[API Error: Unterminated string in JSON',
  },
  {
    when: 'the answer is no stream at all',
    step: { garble: 'Hello, this is a login page.\n' },
    code: 'MODEL_UNAVAILABLE',
    says: '[API Error: Model stream ended without a finish reason.]',
    tries: 5,
  },
  {
    when: 'the stream is empty',
    step: { empty: true },
    code: 'MODEL_UNAVAILABLE',
    says: '[API Error: Model stream ended without a finish reason.]',
    tries: 5,
  },
]
