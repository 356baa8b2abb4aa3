import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { withoutMarker } from '../domain/done-marker.ts'
import { deepestOutput, isTooDeep } from '../lib/json-depth.ts'
import { mostOutput } from './candidate.ts'
import { type Read, readOutput } from './losses.ts'

type Parsed =
  | { readonly ok: true; readonly value: object; readonly losses: readonly Warning[] }
  | { readonly ok: false; readonly problem: string }

/**
 * The whole text as a JSON object or array, less the done marker. Parsing is linear, but it is done on the event loop: what is longer than
 * an output may be is not read.
 */
export function parseWhole(text: string): Parsed {
  if (text.trim() === '') return no('is missing')
  if (text.length > mostOutput) return no(`is larger than ${mostOutput} bytes`)
  const tooDeep = isTooDeep(text)
  const { value, losses } = parsed(text, tooDeep ? (json) => ({ value: JSON.parse(json), losses: [] }) : readOutput)
  if (typeof value !== 'object' || value === null) return no('is not a JSON object or array')
  if (tooDeep) return no(`is nested deeper than ${deepestOutput} levels`)
  const rest = withoutMarker(value)
  return rest ? { ok: true, value: rest, losses } : no('is only the done marker')
}

const no = (problem: string): Parsed => ({ ok: false, problem })

function parsed(text: string, read: (text: string) => Read): Read {
  try {
    return read(text)
  } catch {
    return { value: undefined, losses: [] }
  }
}
