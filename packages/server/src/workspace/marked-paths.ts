import { isObject, type JsonObject } from '../skills/json-file.ts'

/** A place in the output that the schema marks as naming a file. */
export interface MarkedPath {
  /** A JSON pointer. */
  readonly field: string
  readonly value: string
  /** What the schema wants the file to be called; null: it does not say. */
  readonly filename: string | null
}

// Schemas come from skills, and these are followed by recursion.
const deepest = 32

/** The first texts in fields with `x-type: artifact|file`: of the field itself, of a list in it, and of objects and lists around it. */
export const markedPaths = (schema: JsonObject, data: unknown, most: number): MarkedPath[] => [
  ...visit(schema, data, '', deepest).take(most),
]

function* visit(schema: unknown, data: unknown, field: string, depth: number): Generator<MarkedPath> {
  if (!isObject(schema) || depth === 0) return
  const isMarked = schema['x-type'] === 'artifact' || schema['x-type'] === 'file'
  if (isMarked && typeof data === 'string') yield { field, value: data, filename: filenameOf(schema) }
  else if (Array.isArray(data)) {
    const items = isMarked ? schema : schema['items']
    for (const [index, item] of isObject(items) ? data.entries() : []) yield* visit(items, item, `${field}/${index}`, depth - 1)
  } else if (isObject(data) && isObject(schema['properties'])) {
    for (const [name, inner] of Object.entries(schema['properties'])) {
      if (Object.hasOwn(data, name)) yield* visit(inner, data[name], `${field}/${escaped(name)}`, depth - 1)
    }
  }
}

/** The same output with other paths in some fields. What is not on the way to one is shared, not copied. */
export function withPaths(data: unknown, paths: ReadonlyMap<string, string>): unknown {
  const copies = new Map<object, Container>()
  const holder: Container = { root: data }
  for (const [field, value] of paths) {
    let at = holder
    const names = ['root', ...field.split('/').slice(1).map(unescaped)]
    for (const name of names.slice(0, -1)) at = copyAt(at, name, copies)
    at[names.at(-1) ?? 'root'] = value
  }
  return holder['root']
}

type Container = Record<string, unknown>

/** A container is copied the first time one goes through it, and written to from then on. */
function copyAt(at: Container, name: string, copies: Map<object, Container>): Container {
  const inner = at[name] as object
  const known = copies.get(inner) ?? ((Array.isArray(inner) ? [...inner] : { ...inner }) as Container)
  copies.set(inner, known)
  copies.set(known, known)
  at[name] = known
  return known
}

/** Plain names only: a pattern names no file, and a folder would have to be made. */
function filenameOf({ 'x-filename': filename }: JsonObject): string | null {
  const name = typeof filename === 'string' ? filename.replace(/^\.\//, '').replace(/^artifacts\//, '') : ''
  return /^[^/\\*?[\]{}\0]{1,255}$/.test(name) && name !== '.' && name !== '..' ? name : null
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')
