import type { Bounded } from '../bounded/pool.ts'
import type { OutputRepair } from '../domain/output-repair.ts'
import { type Candidate, mostOutput } from '../output/candidate.ts'
import type { Made, NormalizeStep, Raw } from '../output/normalize.ts'
import { type Outcome, settle } from '../output/settle.ts'
import type { SkillPackage } from '../skills/package.ts'
import { sliceOfLog } from '../workspace/read-log.ts'
import { keepMessage, keepResult, rejectResult, takeResult, writeValidation } from '../workspace/result.ts'
import type { RunnerDeps } from './deps.ts'
import type { Left, Stage } from './perform.ts'
import { type Program, runProgram } from './skill-program.ts'

const what = 'output.schema.json'

/** An attempt whose processes have ended, and what they left. */
export type Ended = Stage & Left

/**
 * The output of a run, judged by the schema; `result/result.json` is there afterwards only when it satisfies it. Null: the run was
 * canceled while a program of the skill was still at work on its output.
 */
export async function settleOutput(deps: RunnerDeps, ended: Ended, repair: OutputRepair): Promise<Outcome | null> {
  const { layout, skill } = ended
  const { bounded } = deps
  let canceled = false
  const run = async (program: Program, raw: Raw) => {
    const made = await runProgram(deps, ended, program, raw)
    if (made.kind !== 'canceled') return made
    canceled = true
    return { kind: 'nothing' } as const
  }
  await keepMessage(layout, ended.message)
  const chain = [...programSteps(skill, run), ...(repair === 'program' ? [repairStep(bounded, skill.schemas.output)] : [])]
  const check = (schema: object, data: unknown) => bounded.check(schema, data, what)
  const read = (text: string, wanted: 'object' | 'array' | 'any') => bounded.read(text, wanted, 'output')
  const outcome = await settle({ check, read }, skill.schemas.output, candidates(ended), chain)
  if (outcome.ok) await keepResult(layout, outcome.data)
  else await rejectResult(layout, skill.resultFile)
  await writeValidation(layout, validationOf(outcome))
  return canceled ? null : outcome
}

/** In this order. A plain skill promises nothing but an object, so its last message is one in any case. */
function candidates({ layout, skill, run, message, answer, stdoutFrom }: Ended): Candidate[] {
  const plain = skill.profile === 'plain' && message !== null ? JSON.stringify({ text: message }) : null
  return [
    { source: 'result_file', read: () => takeResult(layout, skill.resultFile, mostOutput + 1) },
    { source: 'message', read: async () => answer },
    { source: 'stdout', read: () => restOfLog(layout.stream(run.attempt, 'stdout'), stdoutFrom, mostOutput + 1) },
    { source: 'message', read: async () => plain },
  ]
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
function repairStep(bounded: Bounded, schema: object): NormalizeStep {
  return {
    level: 'N3',
    source: 'program',
    async run({ value }) {
      if (value === null) return { kind: 'nothing' }
      const { json, changes } = await bounded.coerce(schema, value, what)
      if (changes.length === 0) return { kind: 'failed', problem: 'found nothing that it could change without loss' }
      return { kind: 'made', value: JSON.parse(json) as object, details: { changes } }
    },
  }
}

function validationOf(outcome: Outcome) {
  const { ok, steps, warnings } = outcome
  const normalization_level = outcome.ok ? outcome.level : null
  return { valid: ok, normalization_level, steps, warnings, error: outcome.ok ? null : outcome.error }
}
