import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { warningOf } from '../domain/warning.ts'
import type { Violation } from '../lib/violation.ts'
import type { Candidate } from './candidate.ts'
import type { Extraction } from './find.ts'

/** What the run itself gave, for those who try to make a valid output of it. */
export interface Raw {
  readonly source: Candidate['source']
  /** Null: it holds no JSON. */
  readonly value: object | null
  /** What of its text is not in the value. */
  readonly losses: readonly Warning[]
}

/** One more try after what the run gave was not valid. The chain is a list of them. */
export interface NormalizeStep {
  readonly level: 'N1' | 'N2' | 'N3'
  readonly source: 'normalizer' | 'fallback' | 'program' | 'engine'
  /** With what was wrong with the last try. */
  run(raw: Raw, violations: readonly Violation[]): Promise<Made>
}

export type Made =
  | { readonly kind: 'made'; readonly value: object; readonly details: unknown; readonly losses: readonly Warning[] }
  | { readonly kind: 'failed'; readonly problem: string }
  /** It cannot help here. */
  | { readonly kind: 'nothing' }

const arounds = {
  nothing: 'the text',
  fence: 'a fenced block',
  text: 'a text that holds more than that',
} as const satisfies Record<Extraction['around'], string>

/** N0: only the way it was written has changed. */
export function extractionWarning(source: Candidate['source'], { around, fixed }: Extraction): Warning {
  const details = { source, around }
  return fixed
    ? warningOf(
        'OUTPUT_SYNTAX_MENDED',
        `The output was extracted from ${arounds[around]}, and its JSON syntax was repaired.`,
        details,
        'N0',
      )
    : warningOf('OUTPUT_EXTRACTED', `The output was extracted from ${arounds[around]}.`, details, 'N0')
}

/** What a person has to know when a step of the chain gave the output. */
export function stepWarning({ level, source }: Pick<NormalizeStep, 'level' | 'source'>, details: unknown): Warning {
  const [code, message] = source === 'engine' ? byEngine : stepWarnings[level]
  return warningOf(code, message, details, level)
}

const byEngine = [
  'OUTPUT_REPAIRED',
  'The output did not fit its schema; the engine was shown what was wrong and gave this one. Its meaning may have shifted.',
] as const

const stepWarnings = {
  N1: ['OUTPUT_NORMALIZED', 'The output did not fit its schema and was made to fit by the normalizer of the skill.'],
  N2: ['OUTPUT_FROM_FALLBACK', 'The output did not fit its schema; this one comes from the fallback of the skill.'],
  N3: [
    'OUTPUT_REPAIRED',
    'The output did not fit its schema and was made to fit by the server. Its meaning may have shifted: see details for each change.',
  ],
} as const
