import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { warningOf } from '../domain/warning.ts'
import { readExactly } from '../lib/exact-json.ts'

export interface Read {
  readonly value: unknown
  readonly losses: readonly Warning[]
}

/** Reads valid JSON, and says what of it did not survive that: nothing of an output may change without a word. */
export function readOutput(json: string): Read {
  const { value, repeated } = readExactly(json)
  const losses = [...(repeated.length > 0 ? [keysRepeated(repeated)] : []), ...(json.includes('\uFFFD') ? [replaced] : [])]
  return { value, losses }
}

const keysRepeated = (paths: readonly string[]): Warning =>
  warningOf('OUTPUT_KEYS_REPEATED', 'The output names a key of an object more than once. The last one counts: see details.', {
    paths,
  })

/** Whether the run wrote the character itself cannot be told from the text. */
const replaced = warningOf(
  'OUTPUT_CHARACTERS_REPLACED',
  'The output contains the character U+FFFD. Bytes that are not UTF-8 become that character: raw/ has the output as it was.',
)
