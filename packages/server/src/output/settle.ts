import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { runError } from '../domain/failure.ts'
import type { RunError } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import type { Violation } from '../lib/violation.ts'
import { type Candidate, find, type Level, mostOutput, type Source } from './find.ts'

/** One try to get a valid output, for result/validation.json. */
export interface Step {
  readonly level: Level
  readonly source: Source | null
  readonly ok: boolean
  readonly duration_ms: number
  readonly violations: readonly Violation[]
}

/** What the output of a run amounts to. */
export type Outcome =
  | {
      readonly ok: true
      readonly data: unknown
      readonly level: Level
      readonly warnings: readonly Warning[]
      readonly steps: readonly Step[]
    }
  | { readonly ok: false; readonly error: RunError; readonly warnings: readonly Warning[]; readonly steps: readonly Step[] }

export interface SettleDeps {
  check(schema: object, data: unknown): Promise<readonly Violation[]>
  /** Milliseconds, for the durations of steps. */
  now?(): number
}

/** From what a run left to its result, or to why it has none. */
export async function settle(deps: SettleDeps, schema: object, candidates: readonly Candidate[]): Promise<Outcome> {
  const found = find(candidates)
  if (!found) return { ok: false, warnings: [], steps: [], error: noJson(candidates) }
  const now = deps.now ?? (() => performance.now())
  const began = now()
  try {
    const violations = await deps.check(schema, found.value)
    const { source, level, value: data } = found
    const step: Step = { level, source, ok: violations.length === 0, duration_ms: Math.round(now() - began), violations }
    if (step.ok) return { ok: true, data, level, warnings: [], steps: [step] }
    return { ok: false, warnings: [], steps: [step], error: invalid(source, [step]) }
  } catch (error) {
    // The schema was to blame, not the output: an answer too, and the run ends with it.
    if (!(error instanceof Fault)) throw error
    return { ok: false, warnings: [], steps: [], error: runError(error.code, error.details) }
  }
}

function noJson(candidates: readonly Candidate[]): RunError {
  const present = candidates.find(({ text }) => text !== null && text.trim() !== '')
  const violation = { path: '', message: complaint(present?.text ?? ''), keyword: 'type' }
  return failure(
    present?.source ?? 'stdout',
    [violation],
    [],
    'Write one JSON object to $SKILL_RESULT_FILE, or print it alone on stdout.',
  )
}

function complaint(text: string): string {
  if (text === '') return 'is missing'
  return Buffer.byteLength(text) > mostOutput ? `is larger than ${mostOutput} bytes` : 'is not a JSON object or array'
}

const invalid = (source: Source, steps: readonly Step[]): RunError =>
  failure(source, steps.at(-1)?.violations ?? [], steps, 'Compare the raw output with the output schema of the skill.')

const rawPaths: Record<Source, string> = { result_file: 'raw/result.json', stdout: 'raw/engine_output.txt' }

function failure(source: Source, violations: readonly Violation[], steps: readonly Step[], hint: string): RunError {
  return runError('SCHEMA_VALIDATION_FAILED', { validation_errors: violations, raw_output_path: rawPaths[source], steps, hint })
}
