import { failureMessages, type Refusal } from '../protocol.ts'
import type { Failure, FailureStatus } from '../script.ts'

/** The error object of OpenAI, for both of its protocols. */
export function openaiFailure(failure: Failure): Refusal {
  const usual = usually[failure.status]
  const code = failure.code ?? usual.code
  const error = {
    message: failure.message ?? failureMessages[failure.status],
    type: failure.code && codesThatAreTypes.has(failure.code) ? failure.code : usual.type,
    param: null,
    code,
  }
  return {
    status: failure.status,
    headers: { 'x-request-id': 'req_scripted', ...failure.headers },
    body: failure.body ?? { error },
  }
}

/** For these OpenAI says the same word twice. */
const codesThatAreTypes = new Set(['insufficient_quota', 'usage_limit_reached', 'server_is_overloaded'])

const usually: Readonly<Record<FailureStatus, { readonly type: string; readonly code: string | null }>> = {
  400: { type: 'invalid_request_error', code: null },
  401: { type: 'invalid_request_error', code: 'invalid_api_key' },
  403: { type: 'request_forbidden', code: 'unsupported_country_region_territory' },
  404: { type: 'invalid_request_error', code: 'model_not_found' },
  413: { type: 'invalid_request_error', code: null },
  429: { type: 'requests', code: 'rate_limit_exceeded' },
  500: { type: 'server_error', code: null },
  503: { type: 'server_error', code: null },
  529: { type: 'server_error', code: null },
}
