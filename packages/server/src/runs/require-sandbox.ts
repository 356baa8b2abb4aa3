import { mayRunEngine, mayRunScript } from '../domain/sandbox.ts'
import { Fault } from '../lib/fault.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { RunsDeps } from './deps.ts'

type Skill = Pick<SkillPackage, 'builtIn' | 'entrypoint'>

/** Checked when a job is created and again by every attempt: the server may have been restarted without a sandbox. */
export function requireSandbox(deps: RunsDeps, skill: Skill): void {
  const { status, reason } = deps.sandbox
  const may = skill.entrypoint.kind === 'prompt' ? mayRunEngine(requestOf(deps, skill)) : mayRunPrograms(deps, skill)
  if (!may) throw new Fault('SANDBOX_UNAVAILABLE', { sandbox_status: status, reason })
}

/** Whether programs of the skill may run: its script, its normalizer, its fallback. */
export const mayRunPrograms = (deps: RunsDeps, skill: Pick<Skill, 'builtIn'>): boolean => mayRunScript(requestOf(deps, skill))

const requestOf = ({ limits, sandbox }: RunsDeps, { builtIn }: Pick<Skill, 'builtIn'>) => ({
  mode: limits.sandboxMode,
  status: sandbox.status,
  builtIn,
})
