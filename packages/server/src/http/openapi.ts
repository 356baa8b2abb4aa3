import type { OperationId } from '@agent-skill-runner/contract/operations/index.ts'
import type { Scope } from '@agent-skill-runner/contract/operations/operation.ts'
import type { Schema } from './unknown-names.ts'

/** The committed document as the door uses it: its bytes for readers, its operations for validation. */
export interface OpenApi {
  readonly raw: Buffer
  readonly document: object
  readonly operations: ReadonlyMap<string, OperationEntry>
  /** What a reference within the document leads to. */
  resolve(ref: string): Schema
}

export interface OperationEntry {
  readonly id: OperationId
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As Fastify writes it: /v1/jobs/:request_id, with * where a parameter may hold slashes, and :: for a colon that is meant. */
  readonly url: string
  readonly scope: Scope | null
  readonly parameters: readonly Parameter[]
  /** Where the schema of the body lies in the document, as a JSON pointer; null: the route takes no JSON. */
  readonly body: string | null
  /** That schema itself; an open object without members where the route takes none: what comes all the same is unknown. */
  readonly bodySchema: Schema
  /** A request without a body means an empty object. */
  readonly bodyOptional: boolean
  /** It takes multipart/form-data. */
  readonly form: boolean
  /** The first part of a form where it holds what the JSON would. */
  readonly bodyPart: string
  /** Of a success. */
  readonly status: number
  /** Media type of a success. */
  readonly returns: string
  /** How a success says what was ignored: as records, or as sentences; null: it has no place for that. */
  readonly warnings: 'records' | 'sentences' | null
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: object
}

/** The parts of the printed document that the door reads. Our own test keeps it from drifting, so it is trusted here. */
interface Document {
  readonly paths: Record<string, Record<string, DocumentOperation>>
  readonly components: { readonly schemas: Record<string, Schema> }
}
interface Content {
  readonly schema?: Schema
}
interface DocumentOperation {
  readonly operationId: OperationId
  readonly 'x-scope': Scope | null
  readonly 'x-body-part'?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, Content> }
  readonly responses: Record<string, { readonly content?: Record<string, Content> }>
}

export function parseOpenApi(raw: Buffer): OpenApi {
  const document = JSON.parse(raw.toString('utf8')) as Document
  const resolve = (ref: string): Schema => document.components.schemas[ref.slice('#/components/schemas/'.length)] ?? {}
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => entryOf(path, method, operation, resolve)),
  )
  return { raw, document, operations: new Map(entries.map((entry) => [entry.id, entry])), resolve }
}

function entryOf(path: string, method: string, operation: DocumentOperation, resolve: OpenApi['resolve']): OperationEntry {
  const takes = operation.requestBody?.content ?? {}
  const status = 202 in operation.responses ? 202 : 200
  const [returns = 'application/json', success = {}] = Object.entries(operation.responses[status]?.content ?? {})[0] ?? []
  const pointer = `#/paths/${path.replaceAll('/', '~1')}/${method}/requestBody/content/application~1json/schema`
  return {
    id: operation.operationId,
    method: method.toUpperCase() as OperationEntry['method'],
    url: urlOf(path),
    scope: operation['x-scope'],
    parameters: operation.parameters ?? [],
    // A pointer is a fragment of a URI, so the braces of a path are escaped in it.
    body: 'application/json' in takes ? encodeURI(pointer) : null,
    form: 'multipart/form-data' in takes,
    bodyPart: operation['x-body-part'] ?? 'job',
    bodyOptional: operation.requestBody?.required === false,
    bodySchema: takes['application/json']?.schema ?? { properties: {} },
    status,
    returns,
    warnings: placeOfWarnings(success.schema ?? {}, resolve),
  }
}

/** A name before a verb (`{task_id}:cancel`) ends at its colon. */
const urlOf = (path: string): string =>
  path
    .replace(/\/\{path\}$/, '/*')
    .replaceAll(':', '::')
    .replaceAll(/\{(\w+)\}(?=::)/g, `:$1(${beforeColon})`)
    .replaceAll(/\{(\w+)\}/g, ':$1')

const beforeColon = '^[\\w.-]+'

function placeOfWarnings(schema: Schema, resolve: OpenApi['resolve']): OperationEntry['warnings'] {
  const { properties = {} } = schema.$ref === undefined ? schema : resolve(schema.$ref)
  const place = properties['warnings'] as { items?: { type?: string } } | undefined
  if (place === undefined) return null
  return place.items?.type === 'string' ? 'sentences' : 'records'
}
