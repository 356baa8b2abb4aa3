import type { JsonShape } from '../domain/json-shape.ts'
import { isTooDeep } from '../lib/json-depth.ts'
import { sameContent } from './same-content.ts'
import { lastSpan } from './spans.ts'

/** A JSON object or array that was found in a text. */
export interface Reading {
  readonly json: string
  /** What stood around it: nothing, the fence of a code block, or other text. */
  readonly around: 'nothing' | 'fence' | 'text'
  /** Its syntax was not right. */
  readonly fixed: boolean
}

/** Makes JSON of what is nearly JSON, or throws. */
type Fixer = (text: string) => string

/**
 * The JSON that a text holds, taken out of what surrounds it, its syntax fixed where that changes nothing else. Null: there is none.
 * `isSame` is a guard: a fixer closes what was cut and guesses what was meant, and a result must do neither.
 */
export async function readJsonIn(
  text: string,
  wanted: JsonShape,
  loadFixer: () => Promise<Fixer>,
  isSame = sameContent,
): Promise<Reading | null> {
  const span = lastSpan(text, wanted)
  if (!span) return null
  const { from, to, fenced } = span
  const part = text.slice(from, to)
  const isAll = text.slice(0, from).trim() === '' && text.slice(to).trim() === ''
  const around = fenced ? 'fence' : isAll ? 'nothing' : 'text'
  // What is all there is and still did not parse had a byte order mark around it.
  if (isJson(part)) return { json: part, around, fixed: isAll }
  const json = fix(part, await loadFixer())
  return json !== null && isJson(json) && isSame(part, json) ? { json, around, fixed: true } : null
}

function fix(text: string, fixer: Fixer): string | null {
  try {
    return fixer(text)
  } catch (error) {
    // Out of stack, or out of string: a limit, which is not ours to judge.
    if (error instanceof RangeError) throw error
    return null
  }
}

function isJson(text: string): boolean {
  if (isTooDeep(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
