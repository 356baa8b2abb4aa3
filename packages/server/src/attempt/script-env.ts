import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { warningOf } from '../domain/warning.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { AttemptDeps } from './deps.ts'

/** The variables that a script gets from the server's environment. */
export interface ScriptEnv {
  readonly given: Readonly<Record<string, string>>
  /** Why it does not get the others, by their names. */
  readonly missing: Readonly<Record<string, string>>
}

/** Both have to agree: the operator by passing a variable on, the skill by declaring it. Empty counts as not set. */
export function scriptEnvOf({ passEnv, env }: Pick<AttemptDeps, 'passEnv' | 'env'>, skill: Pick<SkillPackage, 'env'>): ScriptEnv {
  const given: Record<string, string> = {}
  const missing: Record<string, string> = {}
  for (const name of skill.env) {
    const value = Object.hasOwn(env, name) ? env[name] : undefined
    if (!passEnv.includes(name)) missing[name] = 'The server does not pass it on: add it to SKILL_RUNNER_PASS_ENV.'
    else if (!value) missing[name] = 'It is not set in the environment of the server.'
    else given[name] = value
  }
  return { given, missing }
}

export const missingEnvWarnings = ({ id }: Pick<SkillPackage, 'id'>, { missing }: ScriptEnv): Warning[] =>
  Object.entries(missing).map(([name, why]) =>
    warningOf('ENV_NOT_PASSED', `The skill ${id} needs the variable ${name}. ${why}`, { skill_id: id, name }),
  )
