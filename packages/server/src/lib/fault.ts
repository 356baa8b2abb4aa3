import { type ErrorCode, errors } from '@agent-skill-runner/contract/errors.ts'

/** Facts about an error: always an object, so that whoever reads one need not ask what it is. */
export type Details = Readonly<Record<string, unknown>>

/** Thrown when a caller asked for something that cannot be done. Anything else that is thrown is a bug. */
export class Fault extends Error {
  readonly code: ErrorCode
  readonly details: Details
  constructor(code: ErrorCode, details: Details = {}, options?: ErrorOptions) {
    super(errors[code].message, options)
    this.name = 'Fault'
    this.code = code
    this.details = details
  }
}
