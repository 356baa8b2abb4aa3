import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Bounded } from '../../src/bounded/pool.ts'
import { Fault } from '../../src/lib/fault.ts'
import { settle } from '../../src/output/settle.ts'

export type Draft = '2020-12' | '07'
export type Verdict = 'valid' | 'invalid' | 'refused'

/** A schema, and something to hold against it. */
export interface Case {
  readonly schema: object
  readonly data: unknown
}

const dialects = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  '07': 'http://json-schema.org/draft-07/schema#',
} as const

/** A case as a skill would write it, with its dialect. */
export const caseOf = (draft: Draft, schema: object | boolean, data: unknown): Case => ({
  schema: typeof schema === 'boolean' ? { $schema: dialects[draft], allOf: [schema] } : { $schema: dialects[draft], ...schema },
  data,
})

/**
 * The same case as an output, which is an object or an array: any other value travels as a member of one, and its schema as a part
 * with an id of its own. Null: a schema that is a $ref cannot become a part. Draft-07 ignores what stands beside it, an id too, and in
 * 2020-12 Ajv looks for it in the whole.
 */
export function asOutput(draft: Draft, schema: object | boolean, data: unknown): Case | null {
  if (typeof data === 'object' && data !== null) return caseOf(draft, schema, data)
  if (typeof schema === 'boolean') return caseOf(draft, { type: 'object', properties: { value: schema } }, { value: data })
  if ('$ref' in schema || '$dynamicRef' in schema) return null
  const id = '$id' in schema ? String(schema.$id) : 'urn:case'
  const parts = { type: 'object', properties: { value: { $ref: id } }, $defs: { case: { $id: id, ...schema } } }
  return caseOf(draft, parts, { value: data })
}

/** A schema that Ajv cannot compile, or that ends on its stack. */
const refusals = new Set(['SKILL_DEGRADED', 'SKILL_LIMIT_EXCEEDED'])

/** The bare check in the worker. */
export async function byCheck(bounded: Bounded, { schema, data }: Case): Promise<Verdict> {
  try {
    return (await bounded.check(schema, data, 'case')).length === 0 ? 'valid' : 'invalid'
  } catch (error) {
    if (error instanceof Fault && refusals.has(error.code)) return 'refused'
    throw error
  }
}

/** The whole way of an output: its text in a result file, found, parsed and judged. */
export async function byOutputPath(bounded: Bounded, { schema, data }: Case): Promise<Verdict> {
  const check = (schema: object, data: unknown) => bounded.check(schema, data, 'output.schema.json')
  const read = (text: string) => bounded.read(text, 'any', 'output')
  const text = JSON.stringify(data)
  const outcome = await settle({ check, read }, schema, [{ source: 'result_file', read: async () => text }])
  if (outcome.ok) return 'valid'
  return refusals.has(outcome.error.code) ? 'refused' : 'invalid'
}

/** What plain Ajv says, with none of our limits and options but that it does not insist on its strict mode. */
export function byAjv(draft: Draft, { schema, data }: Case): Verdict {
  const text = JSON.stringify(schema)
  // The cases of a schema come one after the other.
  if (last?.text !== text) last = { text, validate: compiledByAjv(draft, schema) }
  try {
    return last.validate?.(data) ? 'valid' : last.validate ? 'invalid' : 'refused'
  } catch {
    return 'refused'
  }
}

let last: { readonly text: string; readonly validate: ValidateFunction | null } | null = null
const options = { strict: false, logger: false } as const
const make = (draft: Draft, more: object = {}): Ajv =>
  draft === '07' ? new Ajv({ ...options, ...more }) : new Ajv2020({ ...options, ...more })
// The schemas of the dialects take 40 ms to compile; they are the same for all.
const metas = { '2020-12': make('2020-12'), '07': make('07') }

function compiledByAjv(draft: Draft, schema: object): ValidateFunction | null {
  try {
    if (!metas[draft].validateSchema(schema)) return null
    const ajv = make(draft, { validateSchema: false })
    formats.default(ajv)
    return ajv.compile(schema)
  } catch {
    return null
  }
}
