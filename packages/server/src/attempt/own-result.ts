import { requiresSomething } from '../domain/requires-something.ts'
import { Fault } from '../lib/fault.ts'
import { type Candidate, mostOutput } from '../output/candidate.ts'
import { parseWhole } from '../output/whole-text.ts'
import { hasQuestionBlock, resultsIn } from '../talk/completion.ts'
import { resultText } from '../workspace/result.ts'
import type { AttemptDeps } from './deps.ts'
import type { Performed } from './perform.ts'
import type { Attempt } from './prepare.ts'

/**
 * Where a turn without a done marker left a valid result; null: nowhere. Only a complete result of this turn counts, not one that a
 * message quotes. A schema that requires nothing is left out: everything would match it.
 */
export async function ownResult(
  deps: AttemptDeps,
  { skill, layout }: Attempt,
  { left }: Performed,
  isLast: boolean,
): Promise<Candidate['source'] | null> {
  const schema = skill.schemas.output
  if (!requiresSomething(schema) || hasQuestionBlock(left.message ?? '')) return null
  // What an earlier turn wrote was a draft. If no more turns are possible, it is the result.
  const mayBeFile = left.wroteResult || isLast
  const file = mayBeFile ? await resultText(layout, skill.resultFile, mostOutput + 1) : null
  if (file !== null && (await isValid(deps, schema, file))) return 'result_file'
  for (const text of left.answer === null ? [] : resultsIn(left.answer, isLast))
    if (await isValid(deps, schema, text)) return 'message'
  return null
}

async function isValid({ bounded }: AttemptDeps, schema: object, text: string): Promise<boolean> {
  const whole = parseWhole(text)
  if (!whole.ok) return false
  try {
    return (await bounded.check(schema, whole.value, 'output.schema.json')).length === 0
  } catch (error) {
    // A schema that cannot be used says nothing about a result.
    if (error instanceof Fault) return false
    throw error
  }
}
