import { Fault } from '../lib/fault.ts'

/** A refusal that names one violation. Paths of the body begin with a slash; others name where they are: query/wait. */
export const invalidRequest = (path: string, message: string, keyword: string): Fault =>
  new Fault('INVALID_REQUEST', { problems: [{ path, message, keyword }] })
