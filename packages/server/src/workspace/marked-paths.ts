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

/** Every text in a field with `x-type: artifact|file`: of the field itself, of a list in it, and of objects and lists around it. */
export function markedPaths(schema: JsonObject, data: unknown): MarkedPath[] {
  const found: MarkedPath[] = []
  visit(schema, data, '', deepest, (path) => {
    found.push(path)
    return path.value
  })
  return found
}

/** The same output with other paths in some of those fields. What is not on the way to one is shared, not copied. */
export const withPaths = (schema: JsonObject, data: unknown, paths: ReadonlyMap<string, string>): unknown =>
  visit(schema, data, '', deepest, ({ field, value }) => paths.get(field) ?? value)

type Replace = (path: MarkedPath) => string

function visit(schema: unknown, data: unknown, field: string, depth: number, replace: Replace): unknown {
  if (!isObject(schema) || depth === 0) return data
  const isMarked = schema['x-type'] === 'artifact' || schema['x-type'] === 'file'
  if (isMarked && typeof data === 'string') return replace({ field, value: data, filename: filenameOf(schema) })
  const items = isMarked ? schema : schema['items']
  if (Array.isArray(data)) return data.map((item, index) => visit(items, item, `${field}/${index}`, depth - 1, replace))
  const properties = schema['properties']
  if (!isObject(data) || !isObject(properties)) return data
  const entries = Object.entries(data).map(([name, value]) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined
    return [name, visit(inner, value, `${field}/${escaped(name)}`, depth - 1, replace)] as const
  })
  return Object.fromEntries(entries)
}

/** Plain names only: a pattern names no file, and a folder would have to be made. */
function filenameOf({ 'x-filename': filename }: JsonObject): string | null {
  const name = typeof filename === 'string' ? filename.replace(/^\.\//, '').replace(/^artifacts\//, '') : ''
  return /^[^/\\*?[\]{}\0]{1,255}$/.test(name) && name !== '.' && name !== '..' ? name : null
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
