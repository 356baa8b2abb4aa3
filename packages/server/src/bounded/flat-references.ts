import { isSchema, type Schema, subschemasOf } from './subschemas.ts'

/** A schema with the place that it has in its file, and the address that its references are relative to. */
interface Node {
  readonly schema: Schema
  /** A JSON pointer. */
  readonly at: string
  readonly base: string
}

/** Why a schema cannot be used. */
class UnusableReference extends Error {}

/** What has no address of its own. Nothing can be had from there. */
const nowhere = 'https://schema.invalid/'

/** What is known of a file while its references are followed. */
interface File {
  readonly root: Schema
  readonly isDraft07: boolean
  readonly nodes: Node[]
  /** Where each address lies. */
  readonly resources: Map<string, string>
  /** Where each name lies, by its address. */
  readonly anchors: Map<string, string>
  /** The names of all dynamic anchors. */
  readonly dynamic: string[]
}

/**
 * Makes every reference a JSON pointer from the root, and takes all ids and anchors away: Ajv mistakes some that are relative, URNs or
 * dynamic, and runs out of stack over others. The schema itself is changed. A reference to a dialect stays.
 */
export function flattenReferences(root: Schema, isDraft07: boolean): void {
  const file: File = { root, isDraft07, nodes: [], resources: new Map(), anchors: new Map(), dynamic: [] }
  visit(file, root, '', nowhere)
  // Some are only found on the way.
  for (const node of file.nodes) flatten(file, node)
}

function visit(file: File, schema: Schema, at: string, outer: string): void {
  const base = baseOf(schema, outer, file.isDraft07)
  file.nodes.push({ schema, at, base })
  if (at === '' || base !== outer) name(file.resources, base, at)
  for (const anchor of anchorsOf(schema, file.isDraft07)) name(file.anchors, `${base}#${anchor}`, at)
  if (typeof schema['$dynamicAnchor'] === 'string') file.dynamic.push(schema['$dynamicAnchor'])
  for (const inner of subschemasOf(schema)) visit(file, inner.schema, `${at}${inner.steps.map(step).join('')}`, base)
}

function flatten(file: File, node: Node): void {
  const { schema, at } = node
  const { $ref: plain, $dynamicRef: dynamic } = schema
  if (typeof dynamic === 'string' && isAmbiguous(dynamic, file.dynamic)) throw new UnusableReference(tooDynamic(at))
  const references = [plain, ...(file.isDraft07 ? [] : [dynamic])].filter((one) => typeof one === 'string')
  const [first, ...others] = references.map((one) => pointerFor(file, node, one))
  for (const keyword of ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef']) delete schema[keyword]
  if (first !== undefined) schema['$ref'] = first
  if (others.length > 0) schema['allOf'] = [...listAt(schema, 'allOf'), ...others.map(($ref) => ({ $ref }))]
}

function pointerFor(file: File, node: Node, reference: string): string {
  const [address = '', fragment = ''] = resolved(reference, node.base)?.split('#') ?? []
  const isPointer = fragment === '' || fragment.startsWith('/')
  const target = isPointer ? pointerIn(file.resources.get(address), fragment) : file.anchors.get(`${address}#${fragment}`)
  const found = target === undefined ? undefined : valueAt(file.root, target)
  if (target === undefined || found === undefined) {
    if (/^https?:\/\/json-schema\.org\//.test(address)) return reference
    throw new UnusableReference(lost(node.at, reference))
  }
  // What no keyword leads to is a schema only because somebody refers to it.
  if (isSchema(found) && !file.nodes.some(({ at }) => at === target)) visit(file, found, target, around(file, target).base)
  return `#${fragmentOf(target)}`
}

/** The schema that a place is inside of. */
const around = ({ nodes }: File, place: string): Node =>
  nodes.filter(({ at }) => place.startsWith(`${at}/`)).reduce((one, other) => (other.at.length > one.at.length ? other : one))

const lost = (at: string, reference: string): string =>
  `${shortened(at || 'The schema')} refers to ${shortened(JSON.stringify(reference))}, which is not in this file. Nothing is fetched.`

/** Draft-07 ignores what stands beside a reference. */
function baseOf(schema: Schema, outer: string, isDraft07: boolean): string {
  const id = schema['$id']
  if (typeof id !== 'string' || (isDraft07 && typeof schema['$ref'] === 'string')) return outer
  return resolved(id, outer)?.split('#')[0] ?? outer
}

function anchorsOf(schema: Schema, isDraft07: boolean): string[] {
  const { $id: id, $anchor: anchor, $dynamicAnchor: dynamic } = schema
  // There it is the fragment of an id.
  const names = isDraft07 ? [typeof id === 'string' ? id.split('#')[1] : ''] : [anchor, dynamic]
  return [...new Set(names.filter((one) => typeof one === 'string' && one !== ''))] as string[]
}

function name(names: Map<string, string>, key: string, at: string): void {
  const before = names.get(key)
  if (before !== undefined && before !== at)
    throw new UnusableReference(`${shortened(at)} has an $id or an $anchor that ${shortened(before || 'the schema')} has, too.`)
  names.set(key, at)
}

function resolved(reference: string, base: string): string | null {
  return URL.canParse(reference, base) ? new URL(reference, base).href : null
}

const pointerIn = (resource: string | undefined, fragment: string): string | undefined =>
  resource === undefined ? undefined : `${resource}${decoded(fragment)}`

/** Which of several is meant depends on the way that one came. */
const isAmbiguous = (reference: string, dynamic: readonly string[]): boolean =>
  dynamic.filter((one) => reference.endsWith(`#${one}`)).length > 1

const tooDynamic = (at: string): string =>
  `${shortened(at || 'The schema')} has a $dynamicRef to a $dynamicAnchor that occurs more than once, which is not supported. Use $ref.`

function valueAt(root: Schema, pointer: string): unknown {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<unknown>((value, encoded) => {
    const key = encoded.replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
  }, root)
}

const listAt = (schema: Schema, keyword: string): readonly unknown[] => {
  const list = schema[keyword]
  return Array.isArray(list) ? list : []
}

const step = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
const fragmentOf = (pointer: string): string => pointer.split('/').map(encodeURIComponent).join('/')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text)
