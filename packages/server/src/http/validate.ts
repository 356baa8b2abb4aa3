import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { Fault } from '../lib/fault.ts'
import { firstViolations, type Violation } from '../lib/violation.ts'
import type { OpenApi, OperationEntry, Parameter } from './openapi.ts'
import { knownMembers, knownNames, type UnknownName } from './unknown-names.ts'

export interface RawRequest {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
}

/** A request that fits its operation. */
export interface CheckedRequest extends RawRequest {
  /** Names that nothing declares, and that are gone from it. */
  readonly unknown: readonly UnknownName[]
}

export interface Validators {
  /** Gives the request back with its parameters coerced and without unknown names, or throws a Fault that names every violation. */
  check(operation: OperationEntry, request: RawRequest): Promise<CheckedRequest>
}

const mostNamed = 100
/**
 * Of a body with more values only the first violation is looked for. It can have one for each, and Ajv keeps them until its next call: of
 * a megabyte that is 100 MB.
 */
const mostJudged = 10_000
const documentId = 'openapi'

/** Validators compiled from the document, each at the first request that needs it; Ajv too is loaded only then. Start-up pays for none. */
export function validatorsOf(openapi: OpenApi): Validators {
  const compiled = new Map<string, Check>()
  let engines: Promise<Engines> | null = null
  return {
    async check(operation, request) {
      const known = compiled.get(operation.id)
      if (known) return known(request)
      engines ??= enginesOf(openapi)
      const check = compile(await engines, openapi, operation)
      compiled.set(operation.id, check)
      return check(request)
    },
  }
}

type Check = (request: RawRequest) => CheckedRequest

interface Engines {
  readonly coercing: Ajv2020
  readonly strict: Ajv2020
  /** The same, and content with the first violation. */
  readonly brief: Ajv2020
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
  const brief = new Ajv2020({ ...options, allErrors: false })
  for (const ajv of [coercing, strict, brief]) ajv.addSchema(openapi.document, documentId, false, false)
  return { coercing, strict, brief }
}

function compile({ coercing, strict, brief }: Engines, openapi: OpenApi, operation: OperationEntry): Check {
  const of = (where: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === where)
  const params = coercing.compile(parametersSchema(of('path')))
  const query = coercing.compile(parametersSchema(of('query')))
  const headers = coercing.compile(parametersSchema(of('header')))
  const schema = { $ref: `${documentId}${operation.body}` }
  const body = operation.body === null ? null : strict.compile(schema)
  // Compiled when it is needed, and once: it is known by its schema.
  const judgeOf = (value: unknown) => body && (holdsMore(value, mostJudged) ? brief.compile(schema) : body)
  const filters = of('query').map(({ name }) => name)
  return (asked) => {
    const given = operation.bodyOptional && asked.body === undefined ? {} : asked.body
    if (body && given === undefined) throw new Fault('INVALID_JSON', { reason: 'The body is empty.' })
    const { value: knownBody, unknown: members } = knownMembers(operation.bodySchema, given, openapi.resolve)
    const { value: knownQuery, unknown: names } = knownNames(asked.query as object, filters, 'query')
    const unknown = [...names, ...members]
    const request = { ...asked, query: knownQuery, body: knownBody }
    const judge = judgeOf(knownBody)
    const problems = [
      ...violationsOf(params, request.params, 'params'),
      ...violationsOf(query, request.query, 'query'),
      ...violationsOf(headers, request.headers, 'headers'),
      ...(judge ? violationsOf(judge, request.body, '') : unwantedBody(request.body)),
    ]
    if (problems.length > 0) throw refusal(problems, unknown)
    return { ...request, unknown }
  }
}

function holdsMore(value: unknown, most: number): boolean {
  const open = [value]
  for (let count = 0; open.length > 0; count += 1) {
    const next = open.pop()
    const values = typeof next === 'object' && next !== null ? Object.values(next) : []
    if (count + open.length + values.length > most) return true
    open.push(...values)
  }
  return false
}

function parametersSchema(parameters: readonly Parameter[]): object {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, rebase(schema)])),
    required: parameters.filter((parameter) => parameter.required).map(({ name }) => name),
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

/** Unknown names are told too: what is missing may be there under one of them. */
function refusal(violations: readonly Violation[], unknown: readonly UnknownName[]): Fault {
  const onlyOptions = violations.every(({ path }) => path === '/runtime_options' || path.startsWith('/runtime_options/'))
  return new Fault(onlyOptions ? 'INVALID_RUNTIME_OPTION' : 'INVALID_REQUEST', {
    problems: firstViolations(violations),
    ...(unknown.length > 0 ? { unknown: unknown.slice(0, mostNamed) } : {}),
  })
}
