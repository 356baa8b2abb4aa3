import { type TProperties, type TSchema, Type } from 'typebox'

/** Closed objects: an undeclared member is a bug in a response, and an error in the few requests where ignoring one would do harm. */
export const closed = <P extends TProperties>(properties: P, options: { $id?: string; description?: string } = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** Objects in a request are open: an undeclared member is ignored, and the response names it in `warnings`. */
export const open = <P extends TProperties>(properties: P, options: { $id?: string; description?: string } = {}) =>
  Type.Object(properties, options)

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const oneOf = <const V extends string[]>(values: readonly [...V], description?: string) =>
  Type.Enum(values, description ? { description } : {})

/** A name that stays until 1.0 beside the one that replaces it. */
export const deprecated = <T extends TSchema>(schema: T, use: string): T => ({
  ...schema,
  deprecated: true,
  description: `Deprecated, use ${use}`,
})

export const Instant = Type.String({ description: 'ISO-8601, UTC, ending in Z', examples: ['2026-02-24T12:34:56.123Z'] })

/** How many entries a list may have. */
export const limit = (usual: number) =>
  Type.Optional(Type.Integer({ minimum: 1, default: usual, description: 'At most 1000; a larger number means 1000' }))

/** A part of a form that is a file. It is no JSON, so it has no type: a generator of types would else take its bytes for a text. */
export const fileOf = (contentMediaType: string, description?: string) =>
  Type.Unsafe<unknown>({ contentMediaType, ...(description ? { description } : {}) })

export const AnyFile = fileOf('application/octet-stream')

export const Anything = Type.Unknown({ description: 'Any JSON value' })

export const ErrorDetails = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Facts about the error. If several things can be wrong: problems, a list of {path, message, keyword}',
})

export const ErrorView = closed(
  {
    code: Type.String({ description: 'A code from the table in /docs' }),
    message: Type.String({ description: 'What happened, and what to do' }),
    details: ErrorDetails,
  },
  { $id: 'RunError' },
)

export const Failure = closed(
  {
    error: closed({
      code: Type.String({ description: 'A code from the table in /docs' }),
      message: Type.String({ description: 'What happened, and what to do' }),
      details: ErrorDetails,
      request_id: nullable(Type.String({ description: 'Id of the job, if there is one' })),
    }),
  },
  { $id: 'Failure', description: 'The format of every error, on every route' },
)
