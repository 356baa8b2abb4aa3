import { deepestOutput } from '../lib/json-depth.ts'
import { type Formula, Tired } from './strict/formula.ts'
import { questionsOn } from './strict/questions.ts'
import { isRecord, type Schema } from './strict/read.ts'

const mostSteps = 300_000

/**
 * The answer in the words of the original: what was only there because strict needs every key goes. A null goes when its key is
 * optional and no branch that the answer can have taken allows null there. Whatever is not understood stays as it is,
 * because the original is what judges it; so does an answer that would take too long to look through.
 */
export function fromStrict(original: object, answer: unknown): unknown {
  if (!isRecord(original)) return answer
  try {
    return inWordsOf(original, answer)
  } catch (error) {
    if (error instanceof Tired) return answer
    throw error
  }
}

function inWordsOf(original: Schema, answer: unknown): unknown {
  let left = mostSteps
  const spend = (steps: number) => {
    left -= steps
    if (left < 0) throw new Tired()
  }
  const questions = questionsOn(original, spend)
  const put = (value: unknown, formula: Formula | null, depth: number): unknown => {
    if (formula === null || typeof value !== 'object' || value === null || depth > deepestOutput) return value
    spend(1)
    const here = questions.taken(formula, value)
    if (Array.isArray(value)) return value.map((item, index) => put(item, questions.item(here, index), depth + 1))
    const members = Object.entries(value)
      .filter(([name, item]) => item !== null || !questions.isFiller(here, name))
      .map(([name, item]) => [name, put(item, questions.property(here, name), depth + 1)])
    // Not by assignment: a name may be __proto__.
    return Object.fromEntries(members)
  }
  return put(answer, questions.whole, 0)
}
