import type { Launch } from '../domain/launch.ts'
import { rawBlocks } from '../events/rasp.ts'
import type { AttemptDeps } from './deps.ts'
import { scriptArgv, scriptLaunch } from './launch-script.ts'
import { scriptPlan } from './network.ts'
import type { Performed } from './perform.ts'
import type { Attempt } from './prepare.ts'
import { runChild } from './run-child.ts'

/** The script of the skill, from its start to its end. */
export async function runScript(deps: AttemptDeps, attempt: Attempt): Promise<Performed> {
  const { skill, places } = attempt
  const argv = scriptArgv(skill, places.skill)
  const plan = scriptPlan(deps, skill)
  const launch: Launch = { ...scriptLaunch({ ...attempt, argv, resultFile: skill.resultFile }), network: plan ? 'gated' : 'off' }
  const exit = await runChild(deps, attempt, { launch, plan, secrets: deps.secrets, understand: rawBlocks })
  return { exit, argv, secrets: deps.secrets, by: null, left: { message: null, answer: null, stdoutFrom: 0, wroteResult: true } }
}
