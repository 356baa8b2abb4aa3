import { Fault } from '../lib/fault.ts'
import type { Operation } from './document.ts'
import type { RestRequest } from './rest.ts'
import { argumentsOf } from './schemas.ts'
import type { ToolSpec } from './tool.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** A call of a tool as a request of its operation. Whether it fits is judged where all requests are; only the path is looked at here. */
export function requestOf(spec: ToolSpec, operation: Operation, project: string, given: Arguments): RestRequest {
  const parameters = argumentsOf(spec, operation)
  const of = (where: 'path' | 'query' | 'header') =>
    parameters.filter((one) => one.in === where && given[one.argument] !== undefined)
  const rest = Object.entries(given).filter(([name]) => !parameters.some(({ argument }) => argument === name))
  const params = Object.fromEntries(
    parameters.filter((one) => one.in === 'path').map(({ name, argument }) => [name, inPath(argument, given[argument])]),
  )
  const inQuery = [...of('query').map(({ name, argument }) => [name, given[argument]] as const), ...(operation.body ? [] : rest)]
  return {
    operation: spec.operation,
    params: { ...params, ...(operation.path.includes('{project_id}') ? { project_id: project } : {}) },
    query: Object.fromEntries(inQuery.map(([name, value]) => [name, textOf(value)])),
    headers: Object.fromEntries(of('header').map(({ name, argument }) => [name, inHeader(argument, textOf(given[argument]))])),
    ...(operation.body ? { body: Object.fromEntries(rest) } : {}),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A path that means another one, or none, would lead to another operation; half a character cannot be in one. */
function inPath(argument: string, value: unknown): string {
  if (typeof value === 'string' && isPlain(value)) return value
  const message = value === undefined ? 'is required' : 'must be a text that is not empty, without . and .. as parts of a path'
  throw invalidArgument(argument, message, value === undefined ? 'required' : 'pattern')
}

const isPlain = (path: string): boolean =>
  path !== '' && path.isWellFormed() && !path.split('/').some((part) => part === '.' || part === '..')

/** Over REST no header has such characters, and not every database keeps them. */
function inHeader(argument: string, text: string): string {
  if (text.isWellFormed() && !/\p{Cc}/u.test(text)) return text
  throw invalidArgument(argument, 'must be a text without control characters', 'pattern')
}

/** As REST tells a violation. */
export const invalidArgument = (argument: string, message: string, keyword: string): Fault =>
  new Fault('INVALID_REQUEST', { problems: [{ path: `/${argument}`, message, keyword }] })
