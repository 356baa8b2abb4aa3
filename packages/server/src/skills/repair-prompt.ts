import type { Violation } from '../lib/violation.ts'

/** What an engine is told when its output does not satisfy the schema. */
export interface RepairFacts {
  readonly violations: readonly Violation[]
  /** Where its result belongs, in words. */
  readonly resultPlace: string
  /** The file as the agent sees it; null: any object will do. */
  readonly outputSchema: string | null
}

/** More of them would not be read. */
const mostTold = 50

/** A paragraph that needs something there is none of is left out. */
export function repairPrompt(text: string, { violations, resultPlace, outputSchema }: RepairFacts): string {
  const values: Readonly<Record<string, string | null>> = {
    violations: listOf(violations),
    result_place: resultPlace,
    output_schema: outputSchema && `\`${outputSchema}\``,
  }
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => namesIn(paragraph).every((name) => values[name]))
  return paragraphs.map((paragraph) => paragraph.replaceAll(placeholder, (_, name) => values[name] ?? '')).join('\n\n')
}

const placeholder = /\{\{(\w+)\}\}/g
const namesIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name = '']) => name)

function listOf(violations: readonly Violation[]): string {
  const told = violations.slice(0, mostTold).map(({ path, message }) => `- ${path === '' ? 'the whole' : path}: ${message}`)
  const more = violations.length - told.length
  return [...told, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}
