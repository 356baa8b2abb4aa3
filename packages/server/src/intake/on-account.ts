import type { SkillPackage } from '../skills/package.ts'
import type { IntakeDeps } from './deps.ts'

/** The same dependencies, with the time of the bounded worker charged to this caller and skill. */
export const onAccount = (deps: IntakeDeps, caller: string, skill: SkillPackage): IntakeDeps => ({
  ...deps,
  bounded: deps.bounded.by({ caller, skill: skill.digest }),
})
