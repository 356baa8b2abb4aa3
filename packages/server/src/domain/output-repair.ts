import type { RuntimeOptions } from '@agent-skill-runner/contract/job.ts'

/** How far the server may go to make an output fit its schema: not at all, by a program, or by asking the engine again. */
export type OutputRepair = NonNullable<RuntimeOptions['output_repair']>

/** Why a request may not ask for this much; null: it may. */
export function repairProblem(asked: OutputRepair, allowed: OutputRepair): string | null {
  if (levels.indexOf(asked) <= levels.indexOf(allowed)) return null
  const most = allowed === 'off' ? 'off only' : `${allowed} at most`
  return `this server allows ${most} (SKILL_RUNNER_OUTPUT_REPAIR)`
}

const levels: readonly OutputRepair[] = ['off', 'program', 'engine']

/** What holds for a job that was taken in earlier, perhaps under another setting. */
export function permittedRepair(asked: OutputRepair = 'off', allowed: OutputRepair = 'off'): OutputRepair {
  return repairProblem(asked, allowed) === null ? asked : 'off'
}
