import type { EvalCase } from '../domain/eval.ts'
import type { Wish } from '../domain/job.ts'
import type { SkillPackage } from '../skills/package.ts'

/** What a case asks of its skill. Nothing of it comes from the cache: a test is there to see a run. */
export function wishFor(skill: SkillPackage, one: EvalCase, engine: string | undefined): Wish {
  return {
    ...(engine === undefined ? {} : { engine }),
    input: { ...(one.input ?? promptOf(skill, one)) },
    parameter: { ...one.parameter },
    runtime_options: { no_cache: true, execution_mode: modeOf(skill, one) },
  }
}

const promptOf = ({ inputs }: SkillPackage, { prompt }: EvalCase) =>
  prompt !== null && inputs.some(({ name, source }) => name === 'prompt' && source === 'inline') ? { prompt } : {}

const modeOf = ({ modes }: SkillPackage, { replies }: EvalCase) =>
  replies.length > 0 || !modes.includes('auto') ? 'interactive' : 'auto'
