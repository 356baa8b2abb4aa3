import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { Fault } from '../lib/fault.ts'
import type { Violation } from '../lib/violation.ts'
import type { OpenApi, OperationEntry, Parameter } from './openapi.ts'

export interface RawRequest {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
}

export interface Validators {
  /** Gives the request back with its parameters coerced, or throws a Fault that names every violation. */
  check(operation: OperationEntry, request: RawRequest): Promise<RawRequest>
}

const mostNamed = 100
const documentId = 'openapi'

/** Validators compiled from the document, each at the first request that needs it; Ajv too is loaded only then. Start-up pays for none. */
export function validatorsOf(openapi: OpenApi): Validators {
  const compiled = new Map<string, (request: RawRequest) => RawRequest>()
  let engines: Promise<Engines> | null = null
  return {
    async check(operation, request) {
      const known = compiled.get(operation.id)
      if (known) return known(request)
      engines ??= enginesOf(openapi)
      const check = compile(await engines, operation)
      compiled.set(operation.id, check)
      return check(request)
    },
  }
}

interface Engines {
  readonly coercing: Ajv2020
  readonly strict: Ajv2020
}

async function enginesOf(openapi: OpenApi): Promise<Engines> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  // The meta-schemas are left out: the document is ours, and loading them costs more than all our validators.
  const options = {
    allErrors: true,
    removeAdditional: false,
    strict: false,
    validateSchema: false,
    meta: false,
    logger: false,
  } as const
  const coercing = new Ajv2020({ ...options, coerceTypes: true, useDefaults: true })
  const strict = new Ajv2020(options)
  for (const ajv of [coercing, strict]) ajv.addSchema(openapi.document, documentId, false, false)
  return { coercing, strict }
}

function compile({ coercing, strict }: Engines, operation: OperationEntry): (request: RawRequest) => RawRequest {
  const of = (where: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === where)
  const params = coercing.compile(parametersSchema(of('path'), false))
  const query = coercing.compile(parametersSchema(of('query'), true))
  const headers = coercing.compile(parametersSchema(of('header'), false))
  const body = operation.body === null ? null : strict.compile({ $ref: `${documentId}${operation.body}` })
  return (asked) => {
    const request = operation.bodyOptional && asked.body === undefined ? { ...asked, body: {} } : asked
    if (body && request.body === undefined) throw new Fault('INVALID_JSON', { reason: 'The body is empty.' })
    refuse([
      ...violationsOf(params, request.params, 'params'),
      ...violationsOf(query, request.query, 'query'),
      ...violationsOf(headers, request.headers, 'headers'),
      ...(body ? violationsOf(body, request.body, '') : unwantedBody(request.body)),
    ])
    return request
  }
}

/** Unknown query parameters are refused, so that a misspelt filter does not silently mean "all"; unknown headers are normal. */
function parametersSchema(parameters: readonly Parameter[], closed: boolean): object {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, rebase(schema)])),
    required: parameters.filter((parameter) => parameter.required).map(({ name }) => name),
    ...(closed ? { additionalProperties: false } : {}),
  }
}

function rebase(schema: object): object {
  return '$ref' in schema ? { ...schema, $ref: `${documentId}${String(schema.$ref)}` } : schema
}

function violationsOf(validate: ValidateFunction, value: unknown, where: string): Violation[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map((error) => violationOf(error, where))
}

function violationOf(error: ErrorObject, where: string): Violation {
  const { instancePath, keyword, params, message = 'does not fit' } = error
  const at = (name: string) => clip(`${where}${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  if (keyword === 'required') return { path: at(String(params['missingProperty'])), message: 'is required', keyword }
  if (keyword === 'additionalProperties')
    return { path: at(String(params['additionalProperty'])), message: 'is not known here', keyword }
  if (keyword === 'enum')
    return { path: clip(where + instancePath), message: `must be one of ${list(params['allowedValues'])}`, keyword }
  return { path: clip(where + instancePath), message, keyword }
}

const list = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : String(values))

// A name comes from the caller and goes back to them: long ones are of no use to anybody.
const clip = (path: string): string => (path.length > 256 ? `${path.slice(0, 255)}…` : path)

function unwantedBody(body: unknown): Violation[] {
  const isEmpty = body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)
  return isEmpty ? [] : [{ path: '', message: 'this route takes no body', keyword: 'body' }]
}

function refuse(violations: readonly Violation[]): void {
  if (violations.length === 0) return
  const onlyOptions = violations.every(({ path }) => path === '/runtime_options' || path.startsWith('/runtime_options/'))
  throw new Fault(onlyOptions ? 'INVALID_RUNTIME_OPTION' : 'INVALID_REQUEST', { problems: shorten(violations) })
}

function shorten(violations: readonly Violation[]): Violation[] {
  if (violations.length <= mostNamed) return [...violations]
  const more = { path: '', message: `and ${violations.length - mostNamed} more`, keyword: 'more' }
  return [...violations.slice(0, mostNamed), more]
}
