/** As much of openapi.json as tools are made of. It is printed from our own contract, so it is trusted here. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface DocumentOperation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

export type Schema = Readonly<Record<string, unknown>>

export interface Operation {
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** The JSON that it takes and answers, with nothing left to look up; null: none. */
  readonly body: Schema | null
  readonly answer: Schema | null
}

/** The operations of the document by their ids, each on its own: every reference is replaced by what it leads to. */
export function operationsIn(document: Document): (id: string) => Operation {
  const known = new Map<string, Operation>()
  const found = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => [operation.operationId, { path, operation }] as const),
    ),
  )
  return (id) => {
    const entry = known.get(id) ?? read(id)
    known.set(id, entry)
    return entry
  }

  function read(id: string): Operation {
    const { path, operation } = found.get(id) ?? missing(id)
    const { parameters = [], requestBody, responses } = operation
    const success = responses['200'] ?? responses['202']
    return {
      path,
      parameters: parameters.map((one) => ({ ...one, schema: resolved(one.schema) })),
      body: schemaIn(requestBody?.content),
      answer: schemaIn(success?.content),
    }
  }

  function schemaIn(content: Readonly<Record<string, { readonly schema?: Schema }>> | undefined): Schema | null {
    const schema = content?.['application/json']?.schema
    return schema ? resolved(schema) : null
  }

  function resolved(schema: Schema): Schema {
    return inline(schema, document.components.schemas) as Schema
  }
}

function missing(id: string): never {
  throw new Error(`openapi.json has no operation ${id}`)
}

const prefix = '#/components/schemas/'

/** Our schemas do not refer to themselves; a test reads every tool, so one that did would be found there. */
function inline(value: unknown, schemas: Document['components']['schemas']): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = value as Record<string, unknown>
  const below = Object.fromEntries(Object.entries(rest).map(([name, item]) => [name, inline(item, schemas)]))
  if (typeof $ref !== 'string') return below
  return { ...(inline(schemas[$ref.slice(prefix.length)] ?? {}, schemas) as object), ...below }
}
