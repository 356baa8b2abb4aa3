import type { TSchema } from 'typebox'
import { errors } from './errors.ts'
import { EvalsFile } from './evals-file.ts'
import { FcmpEvent } from './fcmp.ts'
import { operations } from './operations/index.ts'
import type { Operation } from './operations/operation.ts'
import { Failure } from './shared.ts'
import { WebhookMessage } from './webhook.ts'

type Json = { [key: string]: unknown }

/** The OpenAPI 3.1 document. The server validates by it, serves it, and the SDK's types are generated from it. */
export function printOpenApi(version: string): Json {
  const components = new Map<string, unknown>()
  const refer = (schema: TSchema) => hoist(schema, components)
  const paths: Record<string, Json> = {}
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(id, operation, refer) }
  }
  refer(FcmpEvent)
  refer(EvalsFile)
  refer(WebhookMessage)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent Skill Runner',
      version,
      description: 'Runs Agent Skills and returns validated results, and records every step.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { basic: [] }, {}],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Required if the server has a token' },
        basic: { type: 'http', scheme: 'basic', description: 'The same token as the password, with any user name' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The same token, below /compat only' },
      },
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
    'x-error-codes': errors,
  }
}

function describe(id: string, operation: Operation, refer: (schema: TSchema) => unknown): Json {
  const parameters = [
    ...parametersOf('path', operation.params, refer),
    ...parametersOf('query', operation.query, refer),
    ...parametersOf('header', operation.headers, refer),
  ]
  return {
    operationId: id,
    tags: [operation.tag],
    summary: operation.summary,
    'x-scope': operation.scope,
    ...(operation.bodyPart ? { 'x-body-part': operation.bodyPart } : {}),
    ...(operation.scope === null ? { security: [] } : {}),
    ...(operation.path.startsWith('/compat/') ? { security: [{ bearer: [] }, { basic: [] }, { apiKey: [] }, {}] } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...requestBody(operation, refer),
    responses: {
      [operation.returns.status ?? 200]: success(operation, refer),
      ...nothing(operation),
      ...failures(operation, refer),
    },
  }
}

function requestBody({ body, form, bodyOptional }: Operation, refer: (schema: TSchema) => unknown): Json {
  const content = {
    ...(body ? { 'application/json': { schema: refer(body) } } : {}),
    ...(form ? { 'multipart/form-data': { schema: refer(form) } } : {}),
  }
  return body || form ? { requestBody: { required: !bodyOptional, content } } : {}
}

function parametersOf(where: string, schema: TSchema | undefined, refer: (schema: TSchema) => unknown): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Record<string, TSchema>; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: refer(property),
  }))
}

function success({ returns }: Operation, refer: (schema: TSchema) => unknown): Json {
  const schema = returns.schema ?? returns.event
  const body = schema ? { schema: refer(schema) } : {}
  return { description: returns.description ?? 'Done', content: { [returns.type]: body } }
}

const nothing = ({ returns }: Operation): Json => (returns.nothing ? { 204: { description: returns.nothing } } : {})

/** Failures of one status share one entry, which names their codes. */
function failures(operation: Operation, refer: (schema: TSchema) => unknown): Json {
  const byStatus = Map.groupBy(operation.errors, (code) => errors[code].status)
  const content = { 'application/json': { schema: refer(operation.failure ?? Failure) } }
  const always = { default: { description: 'Any other error', content } }
  const named = [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }])
  return { ...Object.fromEntries(named), ...always }
}

/** A schema with an `$id` becomes a component and is referred to, wherever it stands. */
function hoist(value: unknown, components: Map<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => hoist(item, components))
  if (typeof value !== 'object' || value === null) return value
  const { $id, ...rest } = value as { $id?: string }
  const plain = () => Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, hoist(item, components)]))
  if ($id === undefined) return plain()
  if (!components.has($id)) {
    components.set($id, null)
    components.set($id, plain())
  }
  return { $ref: `#/components/schemas/${$id}` }
}
