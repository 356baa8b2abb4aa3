import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Bounded } from '../bounded/pool.ts'
import type { Tokens } from '../domain/engine-event.ts'
import { type Candidate, mostOutput } from '../output/candidate.ts'
import type { Made, NormalizeStep, Raw } from '../output/normalize.ts'
import { type Outcome, settle } from '../output/settle.ts'
import { parseWhole } from '../output/whole-text.ts'
import type { RunnerDeps } from '../runs/deps.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { TurnMeaning } from '../talk/completion.ts'
import { sliceOfLog } from '../workspace/read-log.ts'
import { keepMessage, keepResult, rejectResult, takeResult, writeValidation } from '../workspace/result.ts'
import type { Performed, Stage } from './perform.ts'
import { openRepair } from './repair-turns.ts'
import { type Program, runProgram } from './skill-program.ts'

const what = 'output.schema.json'

export interface Settled {
  readonly outcome: Outcome
  /** The run was canceled while somebody was still at work on its output. */
  readonly canceled: boolean
  /** Of the engine, with all its turns; null: it did not tell. */
  readonly usage: Tokens | null
  readonly warnings: readonly Warning[]
}

/** The output of a run, judged by the schema; `result/result.json` is there afterwards only when it satisfies it. */
export async function settleOutput(deps: RunnerDeps, stage: Stage, performed: Performed, meaning: TurnMeaning): Promise<Settled> {
  const { layout, skill } = stage
  const { bounded } = deps
  let canceled = false
  const run = async (program: Program, raw: Raw) => {
    const made = await runProgram(deps, stage, program, raw)
    if (made.kind !== 'canceled') return made
    canceled = true
    return { kind: 'nothing' } as const
  }
  await keepMessage(layout, performed.left.message)
  const check = (schema: object, data: unknown) => bounded.check(schema, data, what)
  const read = (text: string, wanted: 'object' | 'array' | 'any') => bounded.read(text, wanted, 'output')
  const repair = openRepair(deps, stage, performed, read)
  const chain = [...programSteps(skill, run), ...repairSteps(bounded, stage), ...repair.steps]
  const outcome = await settle({ check, read }, skill.schemas.output, candidates(stage, performed, meaning), chain)
  if (outcome.ok) await keepResult(layout, outcome.data)
  else await rejectResult(layout, skill.resultFile)
  await writeValidation(layout, validationOf(outcome))
  return { outcome, canceled: canceled || repair.canceled(), usage: repair.usage(), warnings: repair.warnings() }
}

/**
 * In this order. A plain skill promises nothing but an object, so its last message is one in any case, also a list. A conversation that ends
 * without saying so ends with its message, and with nothing else.
 */
function candidates({ layout, skill, run }: Stage, { left }: Performed, meaning: TurnMeaning): Candidate[] {
  const { answer, stdoutFrom } = left
  const message: Candidate = { source: 'message', read: async () => answer }
  if (meaning === 'settle_softly') return [message]
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
function repairSteps(bounded: Bounded, { repair, skill }: Stage): NormalizeStep[] {
  if (repair !== 'program') return []
  return [
    {
      level: 'N3',
      source: 'program',
      async run({ value }) {
        if (value === null) return { kind: 'nothing' }
        const { json, changes } = await bounded.coerce(skill.schemas.output, value, what)
        if (changes.length === 0) return { kind: 'failed', problem: 'found nothing that it could change without loss' }
        return { kind: 'made', value: JSON.parse(json) as object, details: { changes } }
      },
    },
  ]
}

function validationOf(outcome: Outcome) {
  const { ok, steps, warnings } = outcome
  const normalization_level = outcome.ok ? outcome.level : null
  return { valid: ok, normalization_level, steps, warnings, error: outcome.ok ? null : outcome.error }
}
