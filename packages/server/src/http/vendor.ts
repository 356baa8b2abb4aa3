import type { Fault } from '../lib/fault.ts'

/** Whose clients ask: they send tokens in their own way, and understand errors in their own format. */
export type Vendor = 'anthropic' | 'openai'

/** By the path alone, so that a route that is not there is answered in the format of its client too. */
export function vendorOf(url: string): Vendor | null {
  if (!url.startsWith('/compat/')) return null
  if (url.startsWith('/compat/anthropic/')) return 'anthropic'
  return url.startsWith('/compat/openai/') ? 'openai' : null
}

/** A failure as the clients of a vendor read it, with our code and details inside. */
export function vendorError(vendor: Vendor, fault: Fault, status: number, requestId: string): object {
  const { code, message, details } = fault
  if (vendor === 'openai') return { error: { message, type: openaiType(status), param: null, code, details } }
  return {
    type: 'error',
    error: { type: anthropicTypes[status] ?? rest(status), message, details: { ...details, error_code: code } },
    request_id: requestId,
  }
}

/** Both send again what failed with 409, as if it were about a lock; none of ours is. */
export const vendorErrorHeaders = (status: number): Readonly<Record<string, string>> =>
  status === 409 ? { 'x-should-retry': 'false' } : {}

const anthropicTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
}

const rest = (status: number): string => (status < 500 ? 'invalid_request_error' : 'api_error')

function openaiType(status: number): string {
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}
