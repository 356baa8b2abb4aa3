import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Tokens } from '../domain/engine-event.ts'
import { usageAfter } from '../domain/usage.ts'
import type { Engine } from '../engines/engine.ts'
import { warning } from '../events/rasp.ts'
import type { Violation } from '../lib/violation.ts'
import { type Candidate, mostOutput } from '../output/candidate.ts'
import { find, type ReadJson } from '../output/find.ts'
import type { Made, NormalizeStep } from '../output/normalize.ts'
import { wantedBy } from '../output/settle.ts'
import type { RunnerDeps } from '../runs/deps.ts'
import { patchFacts } from '../skills/patch.ts'
import { repairPrompt } from '../skills/repair-prompt.ts'
import { keepMessage, takeResult } from '../workspace/result.ts'
import { variablesOf } from './deliver.ts'
import type { Performed, Stage } from './perform.ts'

/** How often an engine is asked to put its output right. */
const mostTurns = 3

export interface Repair {
  /** N3 by asking the engine again, one step for each turn; none where that is not wanted or not possible. */
  readonly steps: readonly NormalizeStep[]
  canceled(): boolean
  /** Of all turns together. */
  usage(): Tokens | null
  warnings(): readonly Warning[]
}

export function openRepair(deps: RunnerDeps, stage: Stage, first: Performed, read: ReadJson): Repair {
  let last = first
  let canceled = false
  let usage = first.by?.heard.usage ?? null
  const warnings: Warning[] = []

  const ask = async (turn: number, violations: readonly Violation[]): Promise<Made> => {
    const { by } = last
    if (by === null || by.obstacle !== null) return { kind: 'nothing' }
    const message = `The output does not fit its schema, so the engine is asked again (${turn} of ${mostTurns}).`
    const prompt = promptFor(deps, stage, by.start.engine, violations)
    last = await by.again(prompt, [warning('OUTPUT_REPAIR_ASKED', message)])
    usage = usageAfter(usage, last.by?.heard.usage ?? null, by.start.engine.usageIs === 'per_session')
    warnings.push(...(last.by?.warnings ?? []))
    canceled ||= last.exit.kind === 'canceled' && !last.by?.lostSession
    return canceled ? { kind: 'nothing' } : madeOf(stage, last, read, turn)
  }

  const isWanted = stage.repair === 'engine' && first.by !== null && first.by.obstacle === null
  const turns = isWanted ? Array.from({ length: mostTurns }, (_, index) => index + 1) : []
  return {
    steps: turns.map((turn) => ({
      level: 'N3',
      source: 'engine',
      run: async (_raw, violations) => (canceled ? { kind: 'nothing' } : ask(turn, violations)),
    })),
    canceled: () => canceled,
    usage: () => usage,
    warnings: () => warnings,
  }
}

function promptFor(deps: RunnerDeps, stage: Stage, engine: Engine, violations: readonly Violation[]): string {
  const { skill, run } = stage
  if (skill.entrypoint.kind === 'script') throw new Error('A script is not asked again')
  const facts = patchFacts(skill, skill.entrypoint, run.executionMode, variablesOf(stage, engine), false)
  const resultPlace = facts.resultMode === 'file' ? `the file \`${facts.workspace}/${facts.resultFile}\`` : 'your last message'
  return repairPrompt(deps.patchTexts.repair, { violations, resultPlace, outputSchema: facts.outputSchema })
}

/** Only what this turn gave counts: what was there before is known to be wrong. */
async function madeOf({ layout, skill }: Stage, { exit, left, by }: Performed, read: ReadJson, turn: number): Promise<Made> {
  if (by?.lostSession) return { kind: 'failed', problem: 'could not be asked again: the engine began another session' }
  if (exit.kind !== 'exited' || exit.code !== 0 || by?.heard.failure)
    return { kind: 'failed', problem: `failed when it was asked again: ${by?.heard.failure ?? exit.kind}` }
  await keepMessage(layout, left.message)
  const candidates: Candidate[] = [
    { source: 'result_file', read: () => takeResult(layout, skill.resultFile, mostOutput + 1) },
    { source: 'message', read: async () => left.answer },
  ]
  const { found } = await find(read, candidates, wantedBy(skill.schemas.output))
  const value = found[0]?.value
  if (value === undefined) return { kind: 'failed', problem: 'gave no JSON object when it was asked again' }
  return { kind: 'made', value, details: { turns: turn } }
}
