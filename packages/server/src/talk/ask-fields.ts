import { isMap, isScalar, isSeq, type Node, parseDocument, type YAMLMap } from 'yaml'
import { type InteractionKind, interactionKinds, type Option } from '../domain/conversation.ts'
import { messageOf } from '../lib/thrown.ts'
import { shortened } from './shortened.ts'

/** What a block says; null, empty: it does not say. */
export interface Fields {
  readonly kind: InteractionKind | null
  readonly prompt: string | null
  readonly options: readonly Option[]
  readonly requiredFields: readonly string[]
  readonly uiHints: Readonly<Record<string, unknown>>
  readonly defaultDecisionPolicy: string | null
  readonly context: string | null
}

type Reading =
  | {
      readonly ok: true
      readonly fields: Fields
      /** The fields as they are written, for a question that has no other words. */
      readonly written: string
      readonly passedOver: readonly string[]
    }
  | { readonly ok: false; readonly problem: string }

/** In characters. */
export const longest = { block: 8 * 1024, prompt: 16 * 1024, context: 16 * 1024, policy: 2000, option: 500, name: 200 } as const
const most = { options: 100, names: 100, depth: 16, brackets: 64 } as const

/** Reads the YAML of a question. Only what is no map of fields is refused; of the rest, what cannot be read is passed over and told. */
export function readFields(block: string): Reading {
  // It is read on the event loop: 16 KiB of the worst YAML took 0.25 s, and half of it a quarter of that.
  if (block.length > longest.block) return no(`is longer than ${longest.block} characters`)
  // Thousands of brackets inside each other took 0.6 s, however short the block.
  if (nestingOf(block) > most.brackets) return no('is nested too deeply')
  try {
    const document = parseDocument(block, { uniqueKeys: true, stringKeys: true, logLevel: 'silent' })
    const [problem] = document.errors
    if (problem) throw problem
    // Every alias is refused here; what is read below is read from the nodes, because a number is not always its text (3.10).
    const plain: unknown = document.toJS({ maxAliasCount: 0, mapAsMap: true })
    if (!isMap(document.contents) || !(plain instanceof Map)) return no('holds no fields')
    return fieldsUnder(block, document.contents, plain)
  } catch (error) {
    return no(`is not valid YAML: ${firstLine(error)}`)
  }
}

/** Names that agents put over all fields. */
const roots: ReadonlySet<string> = new Set(['ask_user', 'ask_user_yaml'])

function fieldsUnder(block: string, map: YAMLMap, plain: Map<unknown, unknown>): Reading {
  const [name, ...others] = plain.keys()
  const isRoot = others.length === 0 && typeof name === 'string' && roots.has(name.toLowerCase())
  const under = isRoot ? map.get(name, true) : null
  const plainUnder = isRoot ? plain.get(name) : null
  if (!isMap(under) || !(plainUnder instanceof Map)) return fieldsOf(block, map, block, plain.get('ui_hints'))
  return fieldsOf(block, under, block.slice(under.range?.[0]), plainUnder.get('ui_hints'))
}

const no = (problem: string): Reading => ({ ok: false, problem: `The question block ${problem}.` })

const firstLine = (error: unknown): string => shortened(messageOf(error).split('\n')[0]?.replace(/[:.]$/, '') ?? '', 300)

type Note = (sentence: string) => void

function fieldsOf(block: string, map: YAMLMap, written: string, uiHints: unknown): Reading {
  const passedOver: string[] = []
  const note: Note = (sentence) => passedOver.push(`In the question block, ${sentence}.`)
  const text = (name: string, length: number): string | null => {
    const node = map.get(name, true)
    const found = textOf(node)
    if (found === null && !isNothing(node)) note(`${name} is not a text`)
    return found && shortened(found, length)
  }
  const fields: Fields = {
    kind: kindOf(text('kind', 100), note),
    prompt: text('prompt', longest.prompt),
    options: optionsOf(itemsOf(map, 'options', note), block, note),
    requiredFields: namesOf(itemsOf(map, 'required_fields', note), note),
    uiHints: hintsOf(uiHints, note),
    defaultDecisionPolicy: text('default_decision_policy', longest.policy),
    context: text('context', longest.context),
  }
  return { ok: true, fields, written, passedOver }
}

const kinds: ReadonlyMap<string, InteractionKind> = new Map<string, InteractionKind>([
  ...interactionKinds.map((kind) => [kind, kind] as const),
  ['decision', 'choose_one'],
  ['single_select', 'choose_one'],
  ['confirmation', 'confirm'],
  ['clarification', 'open_text'],
])

function kindOf(said: string | null, note: Note): InteractionKind | null {
  if (said === null) return null
  const kind = kinds.get(said.toLowerCase().replaceAll(/[-\s]+/g, '_')) ?? null
  if (!kind) note(`the kind ${JSON.stringify(said)} is not known`)
  return kind
}

/** As it is written, so that 3.10 and 007 stay what they are. Null: no text, or none to see. */
function textOf(node: unknown): string | null {
  if (!isScalar(node) || node.value === null) return null
  const text = typeof node.value === 'string' ? node.value : (node.source ?? String(node.value))
  return text.trim() || null
}

const isNothing = (node: unknown): boolean =>
  node === undefined || (isScalar(node) && (node.value === null || String(node.value).trim() === ''))

function itemsOf(map: YAMLMap, name: string, note: Note): readonly unknown[] {
  const node = map.get(name, true)
  if (isSeq(node)) return node.items
  if (!isNothing(node)) note(`${name} is not a list`)
  return []
}

function optionsOf(items: readonly unknown[], block: string, note: Note): readonly Option[] {
  const options = new Map<string, Option>()
  for (const item of items) {
    const option = optionOf(item, block)
    if (option && !options.has(option.value)) options.set(option.value, option)
  }
  return firstOf([...options.values()], most.options, 'options', note)
}

/** A list or a map that has none of the names, such as `- A: the first`, is an option too, just as it is written. */
function optionOf(node: unknown, block: string): Option | null {
  const value = isMap(node) ? textAt(node, 'value', 'id') : textOf(node)
  const label = isMap(node) ? textAt(node, 'label', 'text', 'title') : null
  const written = isMap(node) || isSeq(node) ? sourceOf(node, block) : null
  const either = value ?? label ?? written
  if (either === null) return null
  return { value: shortened(either, longest.option), label: shortened(label ?? either, longest.option) }
}

function textAt(map: YAMLMap, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(map.get(name, true))
    if (text !== null) return text
  }
  return null
}

const sourceOf = (node: Node, block: string): string | null =>
  (node.range ? block.slice(node.range[0], node.range[1]) : '').replaceAll(/\s+/g, ' ').trim() || null

function namesOf(items: readonly unknown[], note: Note): readonly string[] {
  const names = items.map((item) => (isMap(item) ? textAt(item, 'name') : textOf(item)))
  if (names.includes(null)) note('required_fields contains an invalid name')
  const unique = new Set(names.flatMap((name) => (name === null ? [] : [shortened(name, longest.name)])))
  return firstOf([...unique], most.names, 'required fields', note)
}

function firstOf<Item>(items: readonly Item[], count: number, what: string, note: Note): readonly Item[] {
  if (items.length > count) note(`only the first ${count} of ${items.length} ${what} are used`)
  return items.slice(0, count)
}

function hintsOf(hints: unknown, note: Note): Readonly<Record<string, unknown>> {
  if (hints === undefined || hints === null) return {}
  if (!(hints instanceof Map)) note('ui_hints is not a map')
  else if (isDeeper(hints, most.depth)) note(`ui_hints is nested deeper than ${most.depth} levels`)
  else return recordOf(hints)
  return {}
}

function isDeeper(value: unknown, levels: number): boolean {
  if (!(value instanceof Map) && !Array.isArray(value)) return false
  return levels === 0 || [...value.values()].some((item) => isDeeper(item, levels - 1))
}

/** YAML can hold what JSON cannot: dates, bytes, sets, infinity. None of them is a hint. */
function jsonOf(value: unknown): unknown {
  if (value instanceof Map) return recordOf(value)
  if (Array.isArray(value)) return value.map(jsonOf)
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value
  return null
}

const recordOf = (map: Map<unknown, unknown>): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...map].filter(([key]) => key !== '__proto__').map(([key, value]) => [String(key), jsonOf(value)] as const))

/** How deep brackets stand inside each other, those in texts too: nobody asks a question with so many. */
function nestingOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const character of text) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth = Math.max(0, depth - 1)
  }
  return deepest
}
