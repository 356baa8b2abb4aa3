import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Bounded } from '../bounded/pool.ts'
import { parseExactly } from '../lib/exact-json.ts'
import { type Candidate, mostOutput } from '../output/candidate.ts'
import type { Made, NormalizeStep, Raw } from '../output/normalize.ts'
import { type Outcome, type SettleDeps, settle } from '../output/settle.ts'
import { parseWhole } from '../output/whole-text.ts'
import type { SkillPackage } from '../skills/package.ts'
import { sliceOfLog } from '../workspace/read-log.ts'
import { keepMessage, keepResult, rejectResult, takeResult, writeValidation } from '../workspace/result.ts'
import type { AttemptDeps } from './deps.ts'
import type { Performed } from './perform.ts'
import type { Attempt } from './prepare.ts'
import { type Program, runProgram } from './skill-program.ts'
import { isSettling, type TurnEnd } from './turn-end.ts'

const what = 'output.schema.json'

/** The state of the output of an attempt. */
export interface Settled {
  /** Null: the output was not checked, because the turn failed or asks a question. */
  readonly outcome: Outcome | null
  /** The run was canceled while a child was still at work on its output. */
  readonly canceled: boolean
  /** The turn that came last: the first one, or the last repair turn. */
  readonly last: Performed
  readonly warnings: readonly Warning[]
}

/** The output of the first turn, judged by the schema, and the chain as far as it needs no engine (N0 to N3 by program). */
export async function settleOutput(deps: AttemptDeps, attempt: Attempt, performed: Performed, end: TurnEnd): Promise<Settled> {
  const settled: Settled = {
    outcome: null,
    canceled: false,
    last: performed,
    warnings: [],
  }
  if (!isSettling(end)) return settled
  const { layout, skill } = attempt
  let canceled = false
  const run = async (program: Program, raw: Raw) => {
    const made = await runProgram(deps, attempt, program, raw)
    if (made.kind !== 'canceled') return made
    canceled = true
    return { kind: 'nothing' } as const
  }
  await keepMessage(layout, performed.left.message)
  const chain = [...programSteps(skill, run), ...repairSteps(deps.bounded, attempt)]
  const outcome = await settle(settleDeps(deps), skill.schemas.output, candidates(attempt, performed, end), chain)
  return { ...settled, outcome, canceled }
}

/** `result/result.json` is there afterwards only when it satisfies the schema. */
export async function keepSettled({ layout, skill }: Attempt, { outcome }: Settled): Promise<void> {
  if (outcome === null) return
  if (outcome.ok) await keepResult(layout, outcome.data)
  else await rejectResult(layout, skill.resultFile)
  await writeValidation(layout, validationOf(outcome))
}

/** Schemas, patterns and texts of a skill are handled in the bounded worker. */
export const settleDeps = ({ bounded }: Pick<AttemptDeps, 'bounded'>): SettleDeps => ({
  check: (schema, data) => bounded.check(schema, data, what),
  read: (text, wanted) => bounded.read(text, wanted, 'output'),
})

/** A conversation that ends without saying so ends with the result that was found for it, and with nothing else. */
const candidates = (attempt: Attempt, performed: Performed, { ownResult }: TurnEnd): Candidate[] =>
  allCandidates(attempt, performed).filter(({ source }) => ownResult === null || source === ownResult)

/** In this order. A plain skill promises nothing but an object, so its last message is one in any case, also a list. */
function allCandidates({ layout, skill, run }: Attempt, { left }: Performed): Candidate[] {
  const { answer, stdoutFrom } = left
  const message: Candidate = { source: 'message', read: async () => answer }
  const plain = skill.profile === 'plain' && answer ? { text: answer } : null
  return [
    { source: 'result_file', read: () => takeResult(layout, skill.resultFile, mostOutput + 1) },
    plain && isList(plain.text) ? { ...message, read: async () => null } : message,
    { source: 'stdout', read: () => restOfLog(layout.stream(run.attempt, 'stdout'), stdoutFrom, mostOutput + 1) },
    { source: 'message', read: async () => plain && JSON.stringify(plain) },
  ]
}

function isList(text: string): boolean {
  const whole = parseWhole(text)
  return whole.ok && Array.isArray(whole.value)
}

async function restOfLog(path: string, from: number | null, most: number): Promise<string | null> {
  return from === null ? null : (await sliceOfLog(path, from, from + most, most)).text
}

/** N1 and N2, as far as the skill has them. */
function programSteps(skill: SkillPackage, run: (program: Program, raw: Raw) => Promise<Made>): NormalizeStep[] {
  const programs = [
    { level: 'N1', name: 'normalizer', command: skill.normalizer },
    { level: 'N2', name: 'fallback', command: skill.fallback },
  ] as const
  return programs.flatMap(({ level, name, command }) =>
    command === null ? [] : [{ level, source: name, run: (raw) => run({ name, command }, raw) }],
  )
}

/** N3, by changes that lose nothing. */
function repairSteps(bounded: Bounded, { repair, skill }: Attempt): NormalizeStep[] {
  if (repair !== 'program') return []
  return [
    {
      level: 'N3',
      source: 'program',
      async run({ value, losses }) {
        if (value === null) return { kind: 'nothing' }
        const { json, changes } = await bounded.coerce(skill.schemas.output, value, what)
        if (changes.length === 0) return { kind: 'failed', problem: 'found nothing that it could change without loss' }
        return { kind: 'made', value: parseExactly(json) as object, details: { changes }, losses }
      },
    },
  ]
}

function validationOf(outcome: Outcome) {
  const { ok, steps, warnings } = outcome
  const normalization_level = outcome.ok ? outcome.level : null
  return { valid: ok, normalization_level, steps, warnings, error: outcome.ok ? null : outcome.error }
}
