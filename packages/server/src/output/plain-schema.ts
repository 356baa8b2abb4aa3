import { isRecord, resolve, type Schema, said } from './strict/read.ts'
import { place, type Relaxation, Unsayable } from './strict/work.ts'

type Plain =
  | {
      readonly ok: true
      readonly schema: object
      /** What was left out. */
      readonly relaxations: readonly Relaxation[]
    }
  /** The engine gets no schema, and the prompt must do. */
  | { readonly ok: false; readonly reason: string }

/** Room for it in one argument of a command line, of which Linux takes 131072 bytes. */
const mostBytes = 100_000

/**
 * A schema as draft-07 has it, for engines that make it the input of a tool: the whole answer is an object, names are plain, and there is
 * no keyword that a strict validator of that draft does not know. An answer to it needs no reading back.
 */
export function plainSchema(schema: object): Plain {
  try {
    return isRecord(schema) ? translated(schema) : no('The schema is not an object.')
  } catch (error) {
    if (error instanceof Unsayable) return no(error.message)
    throw error
  }
}

const no = (reason: string): Plain => ({ ok: false, reason })

const isTooLong = (schema: Schema): boolean => Buffer.byteLength(JSON.stringify(schema)) > mostBytes
const tooLong = no('The schema is too long for a command line.')

function translated(schema: Schema): Plain {
  // First, because looking at a schema costs more than its length.
  if (isTooLong(schema)) return tooLong
  if (said(schema, 'type') !== 'object') return no('The whole answer is not said to be an object.')
  const relaxations: Relaxation[] = []
  const relax: Relax = (path, keyword, note) => void relaxations.push({ path, keyword, note })
  const plain = Object.fromEntries(entriesOf(withoutChoices(schema, relax), { at: '', depth: 0, relax }))
  requireRefs(plain)
  if (isTooLong(plain)) return tooLong
  return { ok: true, schema: plain, relaxations }
}

type Relax = (path: string, keyword: string, note: string) => void

interface Where {
  readonly at: string
  readonly depth: number
  readonly relax: Relax
}

/** Providers want one shape of input, and no choice at its root. */
const choices = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else']

function withoutChoices(schema: Schema, relax: Relax): Schema {
  for (const keyword of choices.filter((one) => Object.hasOwn(schema, one)))
    relax('', keyword, 'The whole answer cannot be a choice.')
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !choices.includes(keyword)))
}

const deepest = 100

function plainOf(value: unknown, where: Where): unknown {
  if (where.depth > deepest) throw new Unsayable('The schema is nested too deeply.')
  return isRecord(value) ? Object.fromEntries(entriesOf(value, where)) : value
}

const entriesOf = (schema: Schema, where: Where): [string, unknown][] =>
  Object.entries(schema).flatMap(([keyword, value]) => entryOf(schema, keyword, value, where))

const below = ({ at, depth, relax }: Where, ...names: readonly (string | number)[]): Where => ({
  at: [at, ...names.map((name) => `${name}`.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/'),
  depth: depth + 1,
  relax,
})

/** Says nothing about what fits. */
const annotations = new Set([
  '$schema',
  '$comment',
  '$vocabulary',
  'title',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
])

const kept = new Set([
  ...['type', 'const', 'description', 'format', 'required', 'nullable', 'uniqueItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'pattern', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
])
const holdsOne = new Set(['additionalProperties', 'propertyNames', 'contains', 'not', 'items'])
const holdsMany = new Set(['anyOf', 'oneOf', 'allOf'])
const holdsNamed = new Set(['properties', '$defs', 'definitions'])

function entryOf(schema: Schema, keyword: string, value: unknown, where: Where): [string, unknown][] {
  if (annotations.has(keyword) || keyword.startsWith('x-')) return []
  if (namesSchemas.has(keyword)) throw new Unsayable(`${place(where.at)} uses ${keyword}.`)
  const name = nameOf(schema, keyword, value)
  if (name === null) return left(where, keyword)
  return turnsAround.has(keyword) ? turnedAround(schema, keyword, value, where) : [[name, saidPlainly(keyword, value, where)]]
}

function left({ at, relax }: Where, keyword: string): [] {
  relax(at, keyword, 'There is no word for it.')
  return []
}

/** What is left out below these makes them say more than they did. */
const turnsAround = new Set(['not', 'oneOf'])

/** Kept only where nothing below it was left out, or may have been; of the other choices the first that fits is enough. */
function turnedAround(schema: Schema, keyword: string, value: unknown, where: Where): [string, unknown][] {
  let isWhole = !holdsRef(value)
  const relax = () => {
    isWhole = false
  }
  const plain = saidPlainly(keyword, value, { ...where, relax })
  if (isWhole) return [[keyword, plain]]
  where.relax(where.at, keyword, 'Something in it cannot be said.')
  return keyword === 'oneOf' && !Object.hasOwn(schema, 'anyOf') ? [['anyOf', plain]] : []
}

const holdsRef = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('$ref' in value || Object.values(value).some(holdsRef))

/** What the keyword is called in draft-07; null: nothing that says the same. */
function nameOf(schema: Schema, keyword: string, value: unknown): string | null {
  const has = (other: string) => Object.hasOwn(schema, other)
  if (keyword === 'prefixItems') return 'items'
  if (keyword === 'items' && has('prefixItems')) return 'additionalItems'
  // Without the keyword that loosens them these would say more than the original.
  if (keyword === 'additionalProperties' && has('patternProperties')) return null
  if (keyword === 'contains' && has('minContains')) return null
  if (keyword === 'enum') return Array.isArray(value) && value.length > 0 ? keyword : null
  if (keyword === '$ref' || kept.has(keyword)) return keyword
  return holdsOne.has(keyword) || holdsMany.has(keyword) || holdsNamed.has(keyword) ? keyword : null
}

function saidPlainly(keyword: string, value: unknown, where: Where): unknown {
  if (holdsOne.has(keyword)) return plainOf(value, below(where, keyword))
  if (holdsMany.has(keyword) || keyword === 'prefixItems') return listOf(value, keyword, where)
  return holdsNamed.has(keyword) ? tableOf(value, keyword, where) : value
}

/** What other parts may refer to: without it they could not be understood. */
const namesSchemas = new Set(['$id', 'id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveAnchor', '$recursiveRef'])

function listOf(value: unknown, keyword: string, where: Where): unknown {
  return Array.isArray(value) ? value.map((item, index) => plainOf(item, below(where, keyword, index))) : value
}

const plainName = /^[\w.-]{1,64}$/

function tableOf(value: unknown, keyword: string, where: Where): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (!plainName.test(name)) throw new Unsayable(`${place(where.at)} names something ${JSON.stringify(name.slice(0, 100))}.`)
      return [name, plainOf(item, below(where, keyword, name))]
    }),
  )
}

/** Whatever is referred to has to be there still, and under the same name. */
function requireRefs(root: Schema): void {
  let level: readonly unknown[] = [root]
  while (level.length > 0) {
    for (const ref of level.flatMap((value) => (isRecord(value) && '$ref' in value ? [value['$ref']] : [])))
      if (typeof ref !== 'string' || !resolve(root, ref))
        throw new Unsayable(`Something refers to ${JSON.stringify(`${ref}`.slice(0, 200))}, which is not in the schema.`)
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
}
