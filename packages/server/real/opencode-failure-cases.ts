import { plantedKey } from '../test/support/real-engine.ts'
import type { FailureCase } from './failure-cases.ts'

const stars = '*'.repeat(plantedKey.length)
/** It would try six times, in silence: after the third it is ended. */
const tries = 3

/** The words of the provider are in its log and in its last event. */
export const opencodeFailureCases: readonly FailureCase[] = [
  {
    when: 'the key is refused, and repeated in the refusal',
    step: { status: 401, message: `Incorrect API key provided: ${plantedKey}.` },
    code: 'AUTH_REQUIRED',
    says: `APIError 401: Incorrect API key provided: ${stars}.`,
  },
  {
    when: 'the key may not do that',
    step: { status: 403 },
    code: 'AUTH_REQUIRED',
    says: 'APIError 403: This key may not do that.',
  },
  {
    when: 'there were too many requests',
    step: { status: 429 },
    code: 'RATE_LIMITED',
    says: 'It was ended after 3 tries: AI_APICallError: Too many requests.',
    tries,
  },
  {
    when: 'the quota is used up',
    step: { status: 429, code: 'insufficient_quota', message: 'You exceeded your current quota.' },
    code: 'RATE_LIMITED',
    says: 'It was ended after 3 tries: AI_APICallError: You exceeded your current quota.',
    tries,
  },
  {
    when: 'there is no such model',
    step: { status: 404 },
    code: 'MODEL_UNAVAILABLE',
    says: 'APIError 404: The model does not exist.',
  },
  {
    when: 'the provider has an error',
    step: { status: 500 },
    code: 'MODEL_UNAVAILABLE',
    says: 'It was ended after 3 tries: AI_APICallError: The server had an error.',
    tries,
  },
  {
    when: 'a gateway answers with a page',
    step: { status: 500, body: '<html>Bad gateway</html>' },
    code: 'MODEL_UNAVAILABLE',
    says: 'It was ended after 3 tries: AI_APICallError: Internal Server Error',
    tries,
  },
  {
    when: 'the provider is overloaded',
    step: { status: 503 },
    code: 'MODEL_UNAVAILABLE',
    says: 'It was ended after 3 tries: AI_APICallError: The model is overloaded.',
    tries,
  },
  {
    when: 'the provider says 529',
    step: { status: 529 },
    code: 'MODEL_UNAVAILABLE',
    says: 'It was ended after 3 tries: AI_APICallError: Overloaded',
    tries,
  },
  { when: 'the request is bad', step: { status: 400 }, code: 'ENGINE_FAILED', says: 'APIError 400: The request is not valid.' },
  {
    when: 'the connection is cut before the answer',
    step: { say: 'Once upon', cut: 'before' },
    code: 'MODEL_UNAVAILABLE',
    says: 'It was ended after 3 tries: AI_APICallError: the host hung up',
    tries,
  },
  {
    when: 'the stream breaks into nonsense',
    step: { garble: true },
    code: 'MODEL_UNAVAILABLE',
    says: 'It was ended after 3 tries: AI_JSONParseError: JSON parsing failed',
    tries,
  },
  {
    when: 'the provider gives up in the middle of the stream',
    step: { say: 'Once upon', failed: { code: 'server_error', message: 'It broke here.' } },
    code: 'MODEL_UNAVAILABLE',
    says: 'It was ended after 3 tries: It broke here.',
    tries,
  },
  {
    when: 'the answer became too long',
    step: { say: 'Once upon', finish: 'length' },
    code: 'ENGINE_FAILED',
    says: 'It ended without an answer: length.',
  },
]
