import { type ErrorCode, errors } from '@agent-skill-runner/contract/errors.ts'

/** Thrown when a caller asked for something that cannot be done. Anything else that is thrown is a bug. */
export class Fault extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  constructor(code: ErrorCode, details: unknown = null, options?: ErrorOptions) {
    super(errors[code].message, options)
    this.name = 'Fault'
    this.code = code
    this.details = details
  }
}
