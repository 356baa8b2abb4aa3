import type { Engine } from '../engines/engine.ts'
import { warning } from '../events/rasp.ts'
import type { Violation } from '../lib/violation.ts'
import { type Candidate, mostOutput } from '../output/candidate.ts'
import { find } from '../output/find.ts'
import type { Made } from '../output/normalize.ts'
import { notDone, settleFurther, wantedBy } from '../output/settle.ts'
import type { PromptEntry } from '../skills/entrypoint.ts'
import { patchFacts } from '../skills/patch.ts'
import { repairPrompt } from '../skills/repair-prompt.ts'
import { renewHome } from '../workspace/prepare.ts'
import { keepMessage, takeResult } from '../workspace/result.ts'
import { variablesOf } from './deliver.ts'
import type { AttemptDeps } from './deps.ts'
import type { EngineEnded, Performed } from './perform.ts'
import type { Attempt } from './prepare.ts'
import { prepareEngine } from './prepare-engine.ts'
import { appendEvents } from './run-child.ts'
import type { Turn } from './session.ts'
import { type Settled, settleDeps } from './settle-output.ts'
import { takeTurn } from './take-turn.ts'

/** How often an engine is asked to repair its output. */
export const mostRepairTurns = 3

/** Whether a repair turn is allowed, possible and useful. */
export function isRepairable({ repair, meter }: Attempt, { outcome, canceled, last }: Settled): boolean {
  const isFixable = outcome !== null && !outcome.ok && outcome.given !== null
  return repair === 'engine' && isFixable && !canceled && meter.passed() === null && last.by !== null && last.by.obstacle === null
}

/** N3 by the engine: one more turn in its session, in which it is shown what is wrong with its output. Its output is settled like the first. */
export async function repairTurn(deps: AttemptDeps, attempt: Attempt, settled: Settled, turn: number): Promise<Settled> {
  const { outcome: before, last } = settled
  const { entrypoint } = attempt.skill
  if (before === null || before.ok || last.by === null || entrypoint.kind === 'script') return settled
  const { by } = last
  const began = performance.now()
  const taken = await takeAgain(deps, attempt, entrypoint, by, before.steps.at(-1)?.violations ?? [], turn).then(
    (performed) => ({ performed }),
    (error: unknown) => ({ notTaken: notDone(error) }),
  )
  const performed = 'performed' in taken ? taken.performed : last
  const ended = 'performed' in taken ? performed.by : null
  const canceled = 'performed' in taken && performed.exit.kind === 'canceled' && !ended?.lostSession
  const made = 'notTaken' in taken ? taken.notTaken : canceled ? nothing : await madeOf(deps, attempt, performed, turn)
  const step = { level: 'N3', source: 'engine' } as const
  return {
    outcome: await settleFurther(settleDeps(deps), attempt.skill.schemas.output, before, step, made, began),
    canceled,
    last: performed,
    warnings: [...settled.warnings, ...('performed' in taken ? performed.warnings : [])],
  }
}

const nothing: Made = { kind: 'nothing' }

async function takeAgain(
  deps: AttemptDeps,
  attempt: Attempt,
  entry: PromptEntry,
  by: EngineEnded,
  violations: readonly Violation[],
  number: number,
): Promise<Performed> {
  const { layout, identity, run } = attempt
  const message = `The output does not fit its schema, so the engine is asked again (${number} of ${mostRepairTurns}).`
  await appendEvents(deps, attempt, [warning('OUTPUT_REPAIR_ASKED', message)])
  await renewHome(layout, identity)
  const prompt = promptFor(deps, attempt, entry, by.start.engine, violations)
  const resumed = { handle: by.heard.session ?? '', files: layout.session(run.attempt) }
  const turn: Turn = { resumed, prompt, isAddition: true }
  return takeTurn(deps, attempt, await prepareEngine(deps, attempt, entry, turn))
}

function promptFor(
  deps: AttemptDeps,
  attempt: Attempt,
  entry: PromptEntry,
  engine: Engine,
  violations: readonly Violation[],
): string {
  const { skill, run } = attempt
  const facts = patchFacts(skill, entry, run.executionMode, variablesOf(attempt, engine), false)
  const resultPlace = facts.resultMode === 'file' ? `the file \`${facts.workspace}/${facts.resultFile}\`` : 'your last message'
  return repairPrompt(deps.patchTexts.repair, { violations, resultPlace, outputSchema: facts.outputSchema })
}

/** Only what this turn gave counts: what was there before is known to be wrong. */
async function madeOf(deps: AttemptDeps, { layout, skill }: Attempt, { exit, left, by }: Performed, turn: number): Promise<Made> {
  if (by?.lostSession) return { kind: 'failed', problem: 'could not be asked again: the engine began another session' }
  if (exit.kind !== 'exited' || exit.code !== 0 || by?.heard.failure)
    return { kind: 'failed', problem: `failed when it was asked again: ${by?.heard.failure ?? exit.kind}` }
  await keepMessage(layout, left.message)
  const candidates: Candidate[] = [
    { source: 'result_file', read: () => takeResult(layout, skill.resultFile, mostOutput + 1) },
    { source: 'message', read: async () => left.answer },
  ]
  const { found } = await find(settleDeps(deps).read, candidates, wantedBy(skill.schemas.output))
  const [first] = found
  if (first === undefined) return { kind: 'failed', problem: 'gave no JSON object when it was asked again' }
  return { kind: 'made', value: first.value, details: { turns: turn }, losses: first.losses }
}
