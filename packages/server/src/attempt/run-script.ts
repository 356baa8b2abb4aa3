import type { Launch } from '../domain/launch.ts'
import { rawBlocks } from '../events/rasp.ts'
import { maskFiles } from '../workspace/mask-files.ts'
import { reclaim } from '../workspace/prepare.ts'
import type { AttemptDeps } from './deps.ts'
import { scriptArgv, scriptLaunch } from './launch-script.ts'
import { reachOfScript } from './network.ts'
import type { Performed } from './perform.ts'
import type { Attempt } from './prepare.ts'
import { runChild } from './run-child.ts'

/** The script of the skill, from its start to its end. */
export async function runScript(deps: AttemptDeps, attempt: Attempt): Promise<Performed> {
  const { skill, places, layout, scriptEnv } = attempt
  const { secrets } = deps
  const argv = scriptArgv(skill, places.skill)
  const { network, plan } = reachOfScript(deps, skill)
  const launch = scriptLaunch({ ...attempt, argv, resultFile: skill.resultFile })
  // Our variables take precedence: one of the server must not change the paths of the script.
  const withEnv: Launch = { ...launch, env: { ...scriptEnv.given, ...launch.env }, network }
  const exit = await runChild(deps, attempt, { launch: withEnv, plan, secrets, understand: rawBlocks })
  const knowsSecrets = Object.keys(scriptEnv.given).length > 0
  if (knowsSecrets) await reclaim(layout)
  const warnings = knowsSecrets ? await maskFiles(layout, secrets) : []
  const left = { message: null, answer: null, stdoutFrom: 0, wroteResult: true, touchedOutput: true }
  return { exit, argv, secrets, warnings, by: null, left, stderrFrom: 0 }
}
