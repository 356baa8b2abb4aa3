/**
 * What `--input name=value` means, by the schema of the skill. Where that takes a text, the value is that text, unless it is JSON of another
 * type that is taken too (null for ["string", "null"]). Where it takes no text, or does not say, the value is JSON if it can be read as such.
 */
export function typedValue(schema: unknown, name: string, text: string): unknown {
  const types = typesOf(propertyOf(schema, name), schema, 8)
  const value = parsed(text)
  if (value === undefined) return text
  if (types === null || !types.has('string')) return value
  return typeof value !== 'string' && types.has(typeNameOf(value)) ? value : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined

const propertyOf = (schema: unknown, name: string): unknown => member(member(schema, 'properties'), name)

/** The types that a schema takes, as far as it says so; null: anything may be taken. */
function typesOf(schema: unknown, root: unknown, depth: number): ReadonlySet<string> | null {
  if (depth === 0) return null
  const type = member(schema, 'type')
  if (typeof type === 'string') return new Set([wide(type)])
  if (Array.isArray(type)) return new Set(type.map((one) => wide(String(one))))
  const values = member(schema, 'enum') ?? (member(schema, 'const') === undefined ? undefined : [member(schema, 'const')])
  if (Array.isArray(values)) return new Set(values.map(typeNameOf))
  const ref = member(schema, '$ref')
  if (typeof ref === 'string' && ref.startsWith('#/')) return typesOf(placeIn(root, ref), root, depth - 1)
  const branches = member(schema, 'anyOf') ?? member(schema, 'oneOf')
  if (!Array.isArray(branches)) return null
  const found = branches.map((branch) => typesOf(branch, root, depth - 1))
  return found.includes(null) ? null : new Set(found.flatMap((types) => [...(types ?? [])]))
}

const wide = (type: string): string => (type === 'integer' ? 'number' : type)

const placeIn = (root: unknown, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(member, root)
