import { isRecord, resolve, type Schema, said, saidList } from './read.ts'

/** A schema as all and any of what single schemas say by themselves. Nothing of all is anything, nothing of any is no value. */
export type Formula =
  | { readonly kind: 'own'; readonly id: number; readonly depth: 0; readonly schema: Schema }
  | { readonly kind: 'all' | 'any'; readonly id: number; readonly depth: number; readonly of: readonly Formula[] }

/** It would take too long, or go too deep. */
export class Tired extends Error {}

/** Makes formulas; the same from the same, so that what is known of one can be kept. */
interface Formulas {
  of(schema: unknown): Formula
  join(kind: 'all' | 'any', members: readonly Formula[]): Formula
}

/** What is asked about. */
const telling = ['type', 'enum', 'const', 'properties', 'required', 'items', 'prefixItems', 'additionalItems']

const deepest = 100
const deepestFormula = 300

export function formulasOf(root: Schema, spend: (steps: number) => void): Formulas {
  const joined = new Map<string, Formula>()
  const known = new Map<Schema, Formula>()
  let ids = 0
  const newId = () => {
    ids += 1
    return ids
  }

  function join(kind: 'all' | 'any', members: readonly Formula[]): Formula {
    const flat = new Map(members.flatMap((member) => (member.kind === kind ? member.of : [member])).map((one) => [one.id, one]))
    spend(1 + members.length + flat.size)
    const [first] = flat.values()
    if (first && flat.size === 1) return first
    const key = `${kind} ${[...flat.keys()].sort((a, b) => a - b).join(' ')}`
    const before = joined.get(key)
    if (before) return before
    const depth = 1 + [...flat.values()].reduce((most, one) => Math.max(most, one.depth), 0)
    if (depth > deepestFormula) throw new Tired()
    const formula: Formula = { kind, id: newId(), depth, of: [...flat.values()] }
    joined.set(key, formula)
    return formula
  }
  const anything = join('all', [])

  function of(schema: unknown, depth = 0): Formula {
    if (schema === false) return join('any', [])
    if (!isRecord(schema) || depth > deepest) return anything
    const before = known.get(schema)
    if (before) return before
    // Until it is known: a schema within itself, with nothing in between, adds nothing.
    known.set(schema, anything)
    const each = (keyword: string) => saidList(schema, keyword).map((member) => of(member, depth + 1))
    const ref = said(schema, '$ref')
    const target = typeof ref === 'string' ? resolve(root, ref) : null
    const choices = ['anyOf', 'oneOf'].filter((keyword) => saidList(schema, keyword).length > 0)
    const formula = join('all', [
      ...(telling.some((keyword) => Object.hasOwn(schema, keyword))
        ? [{ kind: 'own', id: newId(), depth: 0, schema } as const]
        : []),
      ...(target ? [of(target.schema, depth + 1)] : []),
      ...each('allOf'),
      ...choices.map((keyword) => join('any', each(keyword))),
    ])
    known.set(schema, formula)
    return formula
  }
  return { of: (schema) => of(schema), join }
}
