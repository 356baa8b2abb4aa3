import { withoutMarker } from '../domain/done-marker.ts'
import { deepestOutput, isTooDeep } from '../lib/json-depth.ts'
import { mostOutput } from './candidate.ts'

export type Parsed = { readonly ok: true; readonly value: object } | { readonly ok: false; readonly problem: string }

/**
 * The whole text as a JSON object or array, less the done marker. Parsing is linear, but it is done on the event loop: what is longer than
 * an output may be is not read.
 */
export function parseWhole(text: string): Parsed {
  if (text.trim() === '') return no('is missing')
  if (text.length > mostOutput) return no(`is larger than ${mostOutput} bytes`)
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) return no('is not a JSON object or array')
  if (isTooDeep(text)) return no(`is nested deeper than ${deepestOutput} levels`)
  const rest = withoutMarker(value)
  return rest ? { ok: true, value: rest } : no('is only the done marker')
}

const no = (problem: string): Parsed => ({ ok: false, problem })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
