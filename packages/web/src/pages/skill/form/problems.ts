import type { OutputUnit } from '@cfworker/json-schema'
import type { Texts } from '../../../texts/texts.tsx'

/** What is wrong with one value: where it is in the job, as a JSON pointer, and the rule that it breaks. The server reports the same. */
export interface FieldProblem {
  readonly path: string
  readonly keyword: string
  readonly message: string
}

/** What a server that rejected a job says about single values of it. */
export function problemsIn(details: Readonly<Record<string, unknown>>): FieldProblem[] {
  const { problems, missing } = details
  const listed = Array.isArray(problems) ? problems.filter(isProblem) : []
  const files = Array.isArray(missing) ? missing.map((name) => missingAt(`/input/${stepOf(String(name))}`)) : []
  return [...listed, ...files]
}

const isProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' && value !== null && 'path' in value && 'keyword' in value && 'message' in value

export const missingAt = (path: string): FieldProblem => ({ path, keyword: 'required', message: 'is required' })

export const stepOf = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

export const stepsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** These only say that something below them is wrong. */
const around =
  /^(properties|patternProperties|items|prefixItems|additionalItems|\$ref|\$dynamicRef|allOf|if|then|else|dependentSchemas)$/

/** What the validator found, without what only repeats it. Of several choices, the one that fits best counts. */
export function problemsOf(units: readonly OutputUnit[]): FieldProblem[] {
  const choices = units.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
  const others = choices.flatMap((choice) => lessFitting(choice, units))
  const explained = choices.filter(({ keywordLocation }) => units.some((unit) => isBelow(unit, `${keywordLocation}/`)))
  const told = units.filter(
    (unit) =>
      !around.test(unit.keyword) &&
      unit.keyword !== 'additionalProperties' &&
      !others.includes(unit) &&
      !explained.includes(unit),
  )
  return told.map(problemOf)
}

const isBelow = ({ keywordLocation }: OutputUnit, place: string): boolean => keywordLocation.startsWith(place)

function lessFitting({ keywordLocation }: OutputUnit, units: readonly OutputUnit[]): OutputUnit[] {
  const below = units.filter((unit) => isBelow(unit, `${keywordLocation}/`))
  const byChoice = Object.values(
    Object.groupBy(below, (unit) => unit.keywordLocation.slice(keywordLocation.length + 1).split('/')[0] ?? ''),
  ).map((group) => group ?? [])
  const [, ...worse] = byChoice.toSorted((one, other) => one.length - other.length)
  return worse.flat()
}

function problemOf({ keyword, instanceLocation, error }: OutputUnit): FieldProblem {
  const path = decodeURI(instanceLocation.slice(1))
  const missing = keyword === 'required' ? /property "(.*)"\.$/.exec(error)?.[1] : undefined
  return { path: missing === undefined ? path : `${path}/${stepOf(missing)}`, keyword, message: error }
}

/** In the language of the person. What no sentence fits is said as the validator or the server says it. */
export function problemText({ keyword, message }: FieldProblem, { form: { problems: words } }: Texts): string {
  const value = /(-?\d[\d.e+]*)\D*$/i.exec(message)?.[1]?.replace(/\.$/, '') ?? ''
  const type = /(?:Expected "|must be )([\w", ]+?)"?\.?$/.exec(message)?.[1] ?? ''
  switch (keyword) {
    case 'required':
      return words.required
    case 'type':
      return words.type(words.types[type as keyof typeof words.types] ?? type)
    case 'minimum':
    case 'exclusiveMinimum':
      return words[keyword](value)
    case 'maximum':
    case 'exclusiveMaximum':
      return words[keyword](value)
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'multipleOf':
      return words[keyword](value)
    case 'format':
      return words.format(/"([^"]+)"\.?$/.exec(message)?.[1] ?? '')
    case 'enum':
    case 'const':
      return words.enum
    case 'uniqueItems':
      return words.uniqueItems
    case 'pattern':
      return words.pattern(/"(.*)"\.?$/.exec(message)?.[1] ?? '')
    case 'false':
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return words.unknown
    default:
      return words.other(message)
  }
}
