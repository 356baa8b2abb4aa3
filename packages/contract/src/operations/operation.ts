import { type Static, type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { Warning } from '../job.ts'

export type Scope = 'read' | 'run' | 'admin'

/** One route as a value: the server's validation, the document and the SDK's types all come from it. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** What a token must be allowed to do; null: open to everyone. */
  readonly scope: Scope | null
  readonly params?: TSchema
  readonly query?: TSchema
  readonly headers?: TSchema
  readonly body?: TSchema
  /** The parts of a multipart/form-data body; together with `body` either will do, and the first part holds what the body would. */
  readonly form?: TSchema
  /** The first part of such a form; `job` when left out. */
  readonly bodyPart?: string
  /** A request without a body means an empty object. */
  readonly bodyOptional?: true
  /** What a success holds; a media type with no schema is a file or a stream. */
  readonly returns: {
    readonly type: string
    readonly schema?: TSchema
    /** What each event of a stream is: its name, and the JSON in its data. */
    readonly event?: TSchema
    readonly description?: string
    /** Of a success; 200 when left out. */
    readonly status?: 202
    /** When the answer is 204, without a body. */
    readonly nothing?: string
  }
  readonly errors: readonly ErrorCode[]
  /** The format of its errors, where that is not ours. */
  readonly failure?: TSchema
}

export const operation = <const O extends Operation>(value: O): O => value

export const json = <S extends TSchema>(schema: S) => ({ type: 'application/json', schema: withWarnings(schema) }) as const

/** Every object in a response may name what of its request was ignored; the door adds that, and no handler needs to know. */
function withWarnings<S extends TSchema>(schema: S): S {
  const { properties, ...rest } = schema as S & { properties?: object }
  if (properties === undefined || 'warnings' in properties) return schema
  return { ...rest, properties: { ...properties, warnings: Type.Array(Warning, { description: ignoredNames }) } } as unknown as S
}

const ignoredNames = 'Present if the request has members or query names that are unknown here: they were ignored'

type Of<T> = T extends TSchema ? Static<T> : undefined

/** What a handler of an operation is given, and what it must answer. */
export type RequestOf<O extends Operation> = {
  params: Of<O['params']>
  query: Of<O['query']>
  headers: Of<O['headers']>
  body: Of<O['body']>
}
export type ResponseOf<O extends Operation> = O['returns'] extends { schema: infer S extends TSchema } ? Static<S> : unknown
