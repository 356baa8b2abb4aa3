import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { withoutMarker } from '../domain/done-marker.ts'
import type { JsonShape } from '../domain/json-shape.ts'
import type { NormalizationLevel } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import { type Candidate, mostOutput } from './candidate.ts'
import { readOutput } from './losses.ts'
import { parseWhole } from './whole-text.ts'

export type Level = NormalizationLevel

/** A JSON object or array that a candidate holds. */
interface Found {
  readonly source: Candidate['source']
  readonly value: object
  /** How it was got out of the text; null: it was the whole text. */
  readonly extraction: Extraction | null
  /** What of its text is not in the value. */
  readonly losses: readonly Warning[]
}

export interface Extraction {
  readonly around: 'nothing' | 'fence' | 'text'
  /** Its syntax was not right. */
  readonly fixed: boolean
}

/** Gets JSON out of a text that is not JSON as a whole. It runs where it can harm nobody. */
export type ReadJson = (text: string, wanted: JsonShape) => Promise<(Extraction & { readonly json: string }) | null>

export interface Finds {
  /** What may be the answer, in the order in which to try it; the last is the answer if none fits. */
  readonly found: readonly Found[]
  /** Why the first candidate that held anything could not be taken as it was. */
  readonly complaint: Complaint | null
}

interface Complaint {
  readonly source: Candidate['source']
  readonly problem: string
  /** Reading it took more than it may. */
  readonly exceeded: Fault | null
}

/**
 * The first candidate that holds a JSON object or array wins. A broken result file is fixed before the others are looked at,
 * because the skill meant it to be the answer; the others are fixed only when none of them holds any.
 */
export async function find(read: ReadJson, candidates: readonly Candidate[], wanted: JsonShape): Promise<Finds> {
  const found: Found[] = []
  const fixed: Found[] = []
  let complaint: Complaint | null = null
  for (const candidate of candidates) {
    const { source } = candidate
    const looked = await look(read, source, (await candidate.read()) ?? '', wanted)
    complaint ??= looked.complaint
    if (!looked.found) continue
    if (!looked.found.extraction?.fixed) return { found: [...found, looked.found], complaint }
    ;(source === 'result_file' ? found : fixed).push(looked.found)
  }
  return { found: [...found, ...fixed.slice(0, 1)], complaint }
}

interface Looked {
  readonly found: Found | null
  readonly complaint: Complaint | null
}

async function look(read: ReadJson, source: Candidate['source'], text: string, wanted: JsonShape): Promise<Looked> {
  if (text.trim() === '') return { found: null, complaint: null }
  const whole = parseWhole(text)
  if (whole.ok) return { found: { source, value: whole.value, extraction: null, losses: whole.losses }, complaint: null }
  const complaint: Complaint = { source, problem: whole.problem, exceeded: null }
  if (text.length > mostOutput) return { found: null, complaint }
  try {
    return { found: await extracted(read, source, text, wanted), complaint }
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'SKILL_LIMIT_EXCEEDED') throw error
    return { found: null, complaint: { source, problem: 'takes more time or memory to read than it may', exceeded: error } }
  }
}

async function extracted(read: ReadJson, source: Candidate['source'], text: string, wanted: JsonShape): Promise<Found | null> {
  const reading = await read(text, wanted)
  if (!reading) return null
  const { around, fixed } = reading
  const { value: said, losses } = readOutput(reading.json)
  const value = withoutMarker(said as object)
  return value && { source, value, extraction: { around, fixed }, losses }
}
