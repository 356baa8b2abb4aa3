import type { Violation } from '../lib/violation.ts'
import { fillText } from './fill-text.ts'

/** What an engine is told when its output does not satisfy the schema. */
interface RepairFacts {
  readonly violations: readonly Violation[]
  /** Where its result belongs, in words. */
  readonly resultPlace: string
  /** The file as the agent sees it; null: any object will do. */
  readonly outputSchema: string | null
}

/** More of them would not be read. */
const mostTold = 50

export function repairPrompt(text: string, { violations, resultPlace, outputSchema }: RepairFacts): string {
  const values: Readonly<Record<string, string | null>> = {
    violations: listOf(violations),
    result_place: resultPlace,
    output_schema: outputSchema && `\`${outputSchema}\``,
  }
  return fillText(text, (name) => values[name] || null)
}

function listOf(violations: readonly Violation[]): string {
  const told = violations.slice(0, mostTold).map(({ path, message }) => `- ${path === '' ? 'the whole' : path}: ${message}`)
  const more = violations.length - told.length
  return [...told, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}
