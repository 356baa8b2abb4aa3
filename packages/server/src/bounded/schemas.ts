import { Ajv, type ErrorObject, MissingRefError } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { messageOf } from '../lib/thrown.ts'
import type { Violation } from '../lib/violation.ts'
import { flattenReferences } from './flat-references.ts'
import { rewriteForAjv } from './for-ajv.ts'
import { circleIn, placeOfReference } from './references.ts'
import { sizeProblem } from './schema-size.ts'
import type { Schema } from './subschemas.ts'

export type Compiled =
  | {
      readonly ok: true
      readonly check: (data: unknown) => Violation[]
      /** The same in Ajv's own words, and all of them. */
      readonly errors: (data: unknown) => readonly ErrorObject[]
    }
  | { readonly ok: false; readonly problem: string }

const mostViolations = 100

/**
 * Compiles a schema that a skill supplied. It has no bound of its own: patterns can take for ever and a small schema can
 * ask for 2^40 steps, so outside of tests only the worker calls it.
 */
export function compileSchema(text: string): Compiled {
  const schema: unknown = JSON.parse(text)
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return no('A schema is a JSON object.')
  const tooLarge = sizeProblem(schema)
  if (tooLarge) return no(tooLarge)
  const draft = draftOf(schema)
  if (!draft) return no('$schema names a dialect that is not supported. Use draft 2020-12, or draft-07.')
  // An async schema answers with a promise, which would count as valid.
  if ('$async' in schema) return no('$async is not supported.')
  try {
    return metaProblem(draft, schema) ?? rewritten(draft, schema) ?? compiled(draft, schema, refersToDialect.test(text))
  } catch (error) {
    if (isTooMuch(error)) throw error
    return no(error instanceof MissingRefError ? lost(schema, error) : messageOf(error))
  }
}

/** What costs nothing to look at: no check of it may go on for ever. */
const smallest = [{}, [], ''] as const

/**
 * What only running a schema shows: that it asks for itself again and again. Running has no bound of its own either, so this too is for
 * the worker.
 */
export function endlessProblem({ errors }: Compiled & { readonly ok: true }): string | null {
  const isEndless = (data: unknown): boolean => {
    try {
      errors(data)
      return false
    } catch (error) {
      if (isTooMuch(error)) return true
      throw error
    }
  }
  const [found] = smallest.filter(isEndless)
  return found === undefined
    ? null
    : `The schema refers back to itself, so that a check of ${JSON.stringify(found)} would not end.`
}

/** In place: it was read for nobody else. */
function rewritten(draft: Draft, schema: object): Compiled | null {
  const root = schema as Schema
  flattenReferences(root, draft === '07')
  const problem = rewriteForAjv(root)
  return problem === null ? circle(draft, root) : no(problem)
}

function circle(draft: Draft, schema: Schema): Compiled | null {
  const place = circleIn(schema, draft === '07')
  return place === null ? null : no(`${short(place, 100)} refers back to itself, so that no check would end.`)
}

function lost(schema: object, error: MissingRefError): string {
  const [, reference = error.missingRef] = /^can't resolve reference (.*) from id /s.exec(error.message) ?? []
  const place = short(placeOfReference({ ...schema }, reference), 100)
  return `${place} refers to ${short(JSON.stringify(reference), 200)}, which is not in this file. Nothing is fetched.`
}

/** The stack ran out, or a string grew past what can be: a limit, and not a mistake that could be put in words. */
export const isTooMuch = (error: unknown): boolean => error instanceof RangeError

const no = (problem: string): Compiled => ({ ok: false, problem: short(problem, 500) })

type Draft = '2020-12' | '07'

function draftOf(schema: object): Draft | null {
  const dialect: unknown = '$schema' in schema ? schema.$schema : undefined
  if (dialect === undefined) return '2020-12'
  if (typeof dialect !== 'string') return null
  if (/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(dialect)) return '2020-12'
  return /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(dialect) ? '07' : null
}

// Inlining copies a definition into every place that refers to it: 1 MiB of schema could become gigabytes of code.
// What an object inherits is not data: without ownProperties, `required: ["toString"]` holds for {}.
const options = { strict: false, allErrors: true, logger: false, inlineRefs: false, ownProperties: true } as const

// A schema gets an Ajv of its own, because Ajv remembers every $id it has seen and one skill's could clash with another's.
// Only the check against the dialect's own schema is shared: it takes 40 ms to build and remembers nothing.
const metas = new Map<Draft, Ajv>()

function metaProblem(draft: Draft, schema: object): Compiled | null {
  const meta = metas.get(draft) ?? make(draft, options)
  metas.set(draft, meta)
  const { $schema: _, ...rest } = schema as { $schema?: unknown }
  if (meta.validateSchema(rest)) return null
  // The first of a place says it best: the others are alternatives that did not fit either.
  const places = Object.entries(Object.groupBy(meta.errors ?? [], ({ instancePath }) => instancePath)).slice(0, 10)
  return no(places.map(([place, errors]) => `${short(place, 100) || 'The schema'} ${errors?.[0]?.message}`).join('; '))
}

// The schemas of the dialects are loaded only for those who refer to them: that costs more than most schemas do.
const refersToDialect = /"\$(?:ref|dynamicRef)"\s*:\s*"https?:\/\/json-schema\.org\//

function compiled(draft: Draft, schema: object, withMeta: boolean): Compiled {
  const ajv = make(draft, { ...options, meta: withMeta, validateSchema: false })
  formats.default(ajv)
  const validate = ajv.compile(schema)
  const errors = (data: unknown) => (validate(data) ? [] : (validate.errors ?? []))
  return { ok: true, errors, check: (data) => errors(data).slice(0, mostViolations).map(violation) }
}

// Draft-07 ignores what stands beside a reference.
const make = (draft: Draft, options: object): Ajv =>
  draft === '07' ? new Ajv({ ...options, ignoreKeywordsWithRef: true }) : new Ajv2020(options)

/** Said as the door says it of requests: a property that is missing or too much is named by its own path. */
function violation({ instancePath, message = 'does not fit', keyword, params }: ErrorObject): Violation {
  const at = (name: unknown) => short(`${instancePath}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`, 256)
  if (keyword === 'required') return { path: at(params['missingProperty']), message: 'is required', keyword }
  if (keyword === 'additionalProperties') return { path: at(params['additionalProperty']), message: 'is not known here', keyword }
  if (keyword === 'unevaluatedProperties')
    return { path: at(params['unevaluatedProperty']), message: 'is not known here', keyword }
  const path = short(instancePath, 256)
  if (keyword === 'enum')
    return { path, message: short(`must be one of ${JSON.stringify(params['allowedValues']).slice(1, -1)}`, 300), keyword }
  if (keyword === 'const') return { path, message: short(`must be ${JSON.stringify(params['allowedValue'])}`, 300), keyword }
  return { path, message: short(message, 300), keyword }
}

const short = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
