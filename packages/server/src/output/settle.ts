import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { runError } from '../domain/failure.ts'
import type { JsonShape } from '../domain/json-shape.ts'
import type { RunError } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import type { Violation } from '../lib/violation.ts'
import { type Candidate, rawPaths, type Source } from './candidate.ts'
import { type Finds, find, type Level, type ReadJson } from './find.ts'
import { extractionWarning, type Made, type NormalizeStep, type Raw, stepWarning } from './normalize.ts'

/** One try to get a valid output, for result/validation.json. */
interface Step {
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
  | Unsettled

/** No try gave a valid output. */
interface Unsettled {
  readonly ok: false
  readonly error: RunError
  readonly warnings: readonly Warning[]
  readonly steps: readonly Step[]
  /** What the run itself gave; null: the schema is to blame, and no other output would help. */
  readonly given: FromRun | null
}

/** What the run itself gave, and what was wrong with it. */
interface FromRun {
  readonly raw: Raw
  readonly violations: readonly Violation[]
  /** Reading it took more than it may. */
  readonly exceeded: Fault | null
}

export interface SettleDeps {
  check(schema: object, data: unknown): Promise<readonly Violation[]>
  readonly read: ReadJson
  /** Milliseconds, for the durations of steps. */
  now?(): number
}

/** From what a run left to its result, or to why it has none. */
export async function settle(
  deps: SettleDeps,
  schema: object,
  candidates: readonly Candidate[],
  chain: readonly NormalizeStep[] = [],
): Promise<Outcome> {
  const steps: Step[] = []
  return settled(deps, schema, candidates, chain, steps).catch((error) => schemaToBlame(error, steps))
}

/** One more try after the chain, which began at a moment: judged by the same schema, and kept in the same record. */
export async function settleFurther(
  deps: SettleDeps,
  schema: object,
  before: Unsettled,
  step: Pick<NormalizeStep, 'level' | 'source'>,
  made: Made,
  began: number,
): Promise<Outcome> {
  const steps = [...before.steps]
  try {
    const isValid = await recorder(deps, schema, steps).judge(step, made, began)
    if (isValid && made.kind === 'made') return settledBy(step, made, steps)
    return { ...before, steps, ...(before.given ? { error: failure(before.given, steps) } : {}) }
  } catch (error) {
    return schemaToBlame(error, steps)
  }
}

/** An answer too, and the run ends with it. */
function schemaToBlame(error: unknown, steps: readonly Step[]): Unsettled {
  if (!(error instanceof Fault)) throw error
  return { ok: false, warnings: [], steps, error: runError(error.code, error.details), given: null }
}

async function settled(
  deps: SettleDeps,
  schema: object,
  candidates: readonly Candidate[],
  chain: readonly NormalizeStep[],
  steps: Step[],
): Promise<Outcome> {
  const record = recorder(deps, schema, steps)
  const finds = await record.find(() => find(deps.read, candidates, wantedBy(schema)))
  for (const { source, value, extraction, losses } of finds.found) {
    const level = extraction && 'N0'
    if (!(await record.check(level, source, value))) continue
    const warnings = [...(extraction ? [extractionWarning(source, extraction)] : []), ...losses]
    return { ok: true, data: value, level, warnings, steps }
  }
  const violations = steps.at(-1)?.violations ?? []
  const raw = rawOf(finds)
  for (const step of chain) {
    const made = await record.run(step, raw)
    if (made?.kind === 'made') return settledBy(step, made, steps)
  }
  const given: FromRun = { raw, violations, exceeded: raw.value === null ? (finds.complaint?.exceeded ?? null) : null }
  return { ok: false, warnings: [], steps, error: failure(given, steps), given }
}

const settledBy = (
  step: Pick<NormalizeStep, 'level' | 'source'>,
  { value, details, losses }: Made & { kind: 'made' },
  steps: readonly Step[],
): Outcome => ({ ok: true, data: value, level: step.level, warnings: [stepWarning(step, details), ...losses], steps })

/** Keeps what was tried, how long it took and what was wrong with it. */
function recorder({ check, now = () => performance.now() }: SettleDeps, schema: object, steps: Step[]) {
  const keep = (level: Level, source: Source | null, began: number, violations: readonly Violation[]): boolean => {
    const ok = violations.length === 0
    steps.push({ level, source, ok, duration_ms: Math.round(now() - began), violations })
    return ok
  }
  return {
    /** Looking is a try of its own only when there was nothing to be found. */
    async find(look: () => Promise<Finds>): Promise<Finds> {
      const began = now()
      const finds = await look()
      const { complaint } = finds
      if (finds.found.length === 0)
        keep(complaint && 'N0', complaint?.source ?? null, began, [wrong(complaint?.problem ?? 'is missing')])
      return finds
    },
    async check(level: Level, source: Source, value: object): Promise<boolean> {
      const began = now()
      return keep(level, source, began, await check(schema, value))
    },
    async run(step: NormalizeStep, raw: Raw) {
      const began = now()
      const made = await step.run(raw, steps.at(-1)?.violations ?? []).catch(notDone)
      return (await this.judge(step, made, began)) ? made : null
    },
    async judge({ level, source }: Pick<NormalizeStep, 'level' | 'source'>, made: Made, began: number): Promise<boolean> {
      if (made.kind === 'nothing') return false
      return keep(level, source, began, made.kind === 'made' ? await check(schema, made.value) : [wrong(made.problem, source)])
    },
  }
}

/** A step that could not be done is one that did not help: what the run itself gave stays the verdict. */
export function notDone(error: unknown): Made {
  if (!(error instanceof Fault)) throw error
  return { kind: 'failed', problem: `could not be done: ${error.message}` }
}

const wrong = (message: string, keyword = 'type'): Violation => ({ path: '', message, keyword })

export function wantedBy(schema: object): JsonShape {
  const type: unknown = 'type' in schema ? schema.type : undefined
  return type === 'object' || type === 'array' ? type : 'any'
}

function rawOf({ found, complaint }: Finds): Raw {
  const last = found.at(-1)
  return { source: last?.source ?? complaint?.source ?? 'stdout', value: last?.value ?? null, losses: last?.losses ?? [] }
}

function failure({ raw, violations, exceeded }: FromRun, steps: readonly Step[]): RunError {
  if (exceeded) return runError(exceeded.code, exceeded.details)
  return runError('SCHEMA_VALIDATION_FAILED', {
    validation_errors: violations,
    raw_output_path: rawPaths[raw.source],
    steps,
    hint:
      raw.value === null
        ? 'Write one JSON object to $SKILL_RESULT_FILE, or print it alone on stdout.'
        : 'Compare the raw output with the output schema of the skill.',
  })
}
