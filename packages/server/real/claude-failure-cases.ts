import { plantedKey } from '../test/support/real-engine.ts'
import type { FailureCase } from './failure-cases.ts'

const stars = '*'.repeat(plantedKey.length)

/** What its fields say stands before its words. */
export const claudeFailureCases: readonly FailureCase[] = [
  {
    when: 'the key is refused, and repeated in the refusal',
    step: { status: 401, message: `Incorrect API key provided: ${plantedKey}.` },
    code: 'AUTH_REQUIRED',
    says: `Incorrect API key provided: ${stars}.`,
  },
  {
    when: 'the key may not do that',
    step: { status: 403 },
    code: 'AUTH_REQUIRED',
    says: 'API Error: 403 This key may not do that.',
  },
  { when: 'there were too many requests', step: { status: 429 }, code: 'RATE_LIMITED', says: 'api_error 429 rate_limit: ' },
  {
    when: 'there is no such model',
    step: { status: 404 },
    code: 'MODEL_UNAVAILABLE',
    says: 'api_error 404 model_not_found: ',
    tries: 2,
  },
  {
    when: 'the provider has an error',
    step: { status: 500 },
    code: 'MODEL_UNAVAILABLE',
    says: 'api_error 500 server_error: API Error: 500 The server had an error.',
  },
  { when: 'the provider is overloaded', step: { status: 503 }, code: 'MODEL_UNAVAILABLE', says: 'The model is overloaded.' },
  { when: 'the provider says 529', step: { status: 529 }, code: 'MODEL_UNAVAILABLE', says: 'api_error 529 server_error: ' },
  { when: 'the request is bad', step: { status: 400 }, code: 'ENGINE_FAILED', says: 'The request is not valid.', tries: 6 },
  {
    when: 'the request is too large',
    step: { status: 413 },
    code: 'ENGINE_FAILED',
    says: 'image_error 413 invalid_request: Request too large',
  },
  {
    when: 'the connection is cut before the answer',
    step: { say: 'Once upon', cut: 'before' },
    code: 'MODEL_UNAVAILABLE',
    says: 'api_error 502 server_error: API Error: 502 the host hung up.',
  },
  {
    when: 'the connection is cut in the middle of the answer',
    step: { say: 'Once upon', cut: 'mid' },
    code: 'MODEL_UNAVAILABLE',
    says: 'api_error connection_failed: API Error: Connection to the API was lost (ECONNRESET).',
    tries: 2,
  },
  {
    when: 'the stream breaks into nonsense',
    step: { garble: true },
    code: 'MODEL_UNAVAILABLE',
    says: 'JSON Parse error: Unterminated string',
    tries: 2,
  },
  {
    when: 'the answer is no stream at all',
    step: { garble: 'Hello, this is a login page.\n' },
    code: 'MODEL_UNAVAILABLE',
    says: 'JSON Parse error: Unexpected identifier',
    tries: 2,
  },
  {
    when: 'the stream is empty',
    step: { empty: true },
    code: 'MODEL_UNAVAILABLE',
    // Which of the two depends on whether it has read the end of the answer yet.
    says: /API returned an empty or malformed response \(HTTP 200\)|Unexpected end of JSON input/,
    tries: 2,
  },
  {
    when: 'the provider gives up in the middle of the stream',
    step: { say: 'Once upon', failed: { code: 'overloaded_error', message: 'It broke here.' } },
    code: 'MODEL_UNAVAILABLE',
    says: 'api_error server_error: API Error: Server error mid-response.',
    tries: 4,
  },
  {
    when: 'the answer became too long',
    step: { say: 'Once upon', finish: 'max_tokens' },
    code: 'ENGINE_FAILED',
    says: 'api_error max_output_tokens: ',
    tries: 4,
  },
  {
    when: 'the model refuses',
    step: { say: 'No.', finish: 'refusal' },
    code: 'ENGINE_FAILED',
    says: 'safeguards flagged this message',
    tries: 2,
  },
]
