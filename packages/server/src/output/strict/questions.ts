import { type Formula, formulasOf } from './formula.ts'
import { isOfType, isRecord, type Schema, said, saidNames, saidRecord, sizeOf, tupleOf, typesOf } from './read.ts'

/** Answers about one schema. What was found of a formula is kept: the same are asked for every item of a list. */
interface Questions {
  readonly whole: Formula
  /** What is said of a property; null: nothing. */
  property(formula: Formula, name: string): Formula | null
  item(formula: Formula, index: number): Formula | null
  /** Whether null for a property can only mean that it is not there. */
  isFiller(formula: Formula, name: string): boolean
  /** Without the choices that a value cannot have taken. */
  taken(formula: Formula, value: unknown): Formula
}

export function questionsOn(root: Schema, spend: (steps: number) => void): Questions {
  const formulas = formulasOf(root, spend)

  /** What each schema by itself says of something inside, joined as they are. */
  const inside = (formula: Formula, pick: (schema: Schema) => unknown, ask: (one: Formula) => Formula | null): Formula | null => {
    spend(1)
    if (formula.kind === 'own') {
      const schema = pick(formula.schema)
      return schema === undefined ? null : formulas.of(schema)
    }
    spend(formula.of.length)
    const found = formula.of.map(ask).filter((one) => one !== null)
    return found.length > 0 ? formulas.join(formula.kind, found) : null
  }

  const property = remembering((formula: Formula, name: string): Formula | null =>
    inside(
      formula,
      (schema) => said(saidRecord(schema, 'properties'), name),
      (one) => property(one, name),
    ),
  )

  const itemAt = remembering((formula: Formula, index: number): Formula | null =>
    inside(
      formula,
      (schema) => itemSchema(schema, index),
      (one) => itemAt(one, index),
    ),
  )

  const longestTuple = remembering((formula: Formula, _: null): number => {
    if (formula.kind === 'own') return tupleOf(formula.schema)?.items.length ?? 0
    return formula.of.reduce((most, one) => Math.max(most, longestTuple(one, null)), 0)
  })

  const allows = remembering((formula: Formula, value: unknown): boolean => {
    spend(1)
    if (formula.kind === 'own') return fits(formula.schema, value)
    return formula.kind === 'all' ? formula.of.every((one) => allows(one, value)) : formula.of.some((one) => allows(one, value))
  })

  const requires = remembering((formula: Formula, name: string): boolean => {
    spend(1)
    if (formula.kind === 'own') {
      const names = saidNames(formula.schema, 'required')
      spend(names.length / 8)
      return names.includes(name)
    }
    return formula.kind === 'all' ? formula.of.some((one) => requires(one, name)) : formula.of.every((one) => requires(one, name))
  })

  const limitsValues = remembering((formula: Formula, _: null): boolean => {
    spend(1)
    if (formula.kind !== 'own') return formula.of.some((one) => limitsValues(one, null))
    return said(formula.schema, 'enum') !== undefined || said(formula.schema, 'const') !== undefined
  })

  const tellers = new Map<Schema, readonly (readonly [string, Formula])[]>()

  /** The properties that tell which choice was taken, because only some values are allowed for them. */
  const telling = (schema: Schema): readonly (readonly [string, Formula])[] => {
    const before = tellers.get(schema)
    if (before) return before
    const properties = saidRecord(schema, 'properties')
    spend(sizeOf(properties))
    const formulasByName = Object.entries(properties).map(([name, one]) => [name, formulas.of(one)] as const)
    const found = formulasByName.filter(([, one]) => limitsValues(one, null))
    tellers.set(schema, found)
    return found
  }

  const hasChoice = remembering(
    (formula: Formula, _: null): boolean =>
      formula.kind === 'any' || (formula.kind === 'all' && formula.of.some((one) => hasChoice(one, null))),
  )

  const isExcluded = (formula: Formula, value: object): boolean => {
    spend(1)
    if (formula.kind !== 'own')
      return formula.kind === 'any'
        ? formula.of.every((one) => isExcluded(one, value))
        : formula.of.some((one) => isExcluded(one, value))
    if (!fits(formula.schema, value)) return true
    // Null may stand for what is not there, and so tells nothing.
    return telling(formula.schema).some(([name, one]) => {
      const found = isRecord(value) ? (said(value, name) ?? null) : null
      return found !== null && typeof found !== 'object' && !allows(one, found)
    })
  }

  const taken = (formula: Formula, value: object): Formula => {
    if (formula.kind === 'own' || !hasChoice(formula, null)) return formula
    const open = formula.kind === 'any' ? formula.of.filter((one) => !isExcluded(one, value)) : formula.of
    const rest = open.length > 0 ? open : formula.of
    return formulas.join(
      formula.kind,
      rest.map((one) => taken(one, value)),
    )
  }

  return {
    whole: formulas.of(root),
    property,
    item: (formula, index) => itemAt(formula, Math.min(index, longestTuple(formula, null))),
    isFiller: (formula, name) => {
      const one = property(formula, name)
      return one !== null && !requires(formula, name) && !allows(one, null)
    },
    taken: (formula, value) => (typeof value === 'object' && value !== null ? taken(formula, value) : formula),
  }
}

/** Single schemas answer at once; only what had to be put together is kept. */
function remembering<K, T>(ask: (formula: Formula, about: K) => T): (formula: Formula, about: K) => T {
  const answers = new Map<number, Map<K, { readonly answer: T }>>()
  return (formula, about) => {
    if (formula.kind === 'own') return ask(formula, about)
    const known = answers.get(formula.id) ?? new Map<K, { readonly answer: T }>()
    answers.set(formula.id, known)
    const before = known.get(about) ?? { answer: ask(formula, about) }
    known.set(about, before)
    return before.answer
  }
}

/** By its type and, for what is not made of others, by the values it may have. */
function fits(schema: Schema, value: unknown): boolean {
  const types = typesOf(schema)
  if (types && ![...types].some((type) => isOfType(value, type))) return false
  if (typeof value === 'object' && value !== null) return true
  const constant = said(schema, 'const')
  const listed = said(schema, 'enum')
  return (constant === undefined || constant === value) && (!Array.isArray(listed) || listed.includes(value))
}

function itemSchema(schema: Schema, index: number): unknown {
  const tuple = tupleOf(schema)
  if (!tuple) return said(schema, 'items')
  return index < tuple.items.length ? tuple.items[index] : tuple.rest
}
