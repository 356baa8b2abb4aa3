import type { Engines } from '../engines/enabled.ts'
import { Fault } from '../lib/fault.ts'
import type { SkillPackage } from '../skills/package.ts'

/** The facts that the choice depends on. */
export type Runnable = Pick<SkillPackage, 'engines' | 'files' | 'entrypoint'>

/** Why the program of an engine cannot be used on this machine; null: it can. */
export type Problem = (engine: string) => string | null

/** The engines that can run the skill, preferred ones first; empty: a script runs it. An engine that the job names must be allowed too. */
export function enginesFor(engines: Engines, skill: Runnable, asked: string | undefined, problem: Problem): readonly string[] {
  if (asked !== undefined && !skill.engines.includes(asked))
    throw unsupported(engines, skill, asked, { reason: engines.enabled.includes(asked) ? notAllowed : notEnabled })
  if (skill.entrypoint.kind === 'script') return []
  return asked === undefined ? allReady(engines, skill, problem) : [requireReady(engines, skill, asked, problem)]
}

/** Engines that the skill allows and this server can start for it. */
export const effectiveEngines = (engines: Engines, skill: Runnable): string[] =>
  skill.engines.filter((name) => obstacleOf(engines, skill, name) === null)

/** Also for unknown engines. */
export const notEnabled = 'There is no such engine, or it is not enabled on this server; see SKILL_RUNNER_ENGINES.'
const notAllowed = 'The skill leaves it out; see engines and unsupported_engines of its runner.json.'

/** The server's default where the skill allows it, then the skill's own in their order. */
function allReady(engines: Engines, skill: Runnable, problem: Problem): readonly string[] {
  const usual = skill.engines.filter((name) => name === engines.byDefault)
  const all = [...new Set([...usual, ...skill.engines])]
  const fitting = all.filter((name) => obstacleOf(engines, skill, name) === null)
  const ready = fitting.filter((name) => problem(name) === null)
  if (ready.length > 0) return ready
  if (fitting.length > 0) throw notReady(fitting[0] ?? '', reasonsOf(fitting, problem))
  throw unsupported(engines, skill, null, { reasons: reasonsOf(skill.engines, (name) => obstacleOf(engines, skill, name)) })
}

function requireReady(engines: Engines, skill: Runnable, name: string, problem: Problem): string {
  const reason = obstacleOf(engines, skill, name)
  if (reason !== null) throw unsupported(engines, skill, name, { reason })
  if (problem(name) !== null) throw notReady(name, reasonsOf([name], problem))
  return name
}

/** Why an engine that the skill allows cannot run it here; null: it can, if its program is there. */
function obstacleOf({ enabled, built }: Engines, skill: Runnable, name: string): string | null {
  if (!enabled.includes(name)) return 'It is not enabled on this server; see SKILL_RUNNER_ENGINES.'
  const engine = built[name]
  return engine ? engine.obstacle(skill.files) : 'This version cannot run it yet.'
}

const reasonsOf = (names: readonly string[], reason: Problem) => Object.fromEntries(names.map((name) => [name, reason(name)]))

const notReady = (engine: string, reasons: object): Fault => new Fault('ENGINE_NOT_READY', { engine, reasons })

const unsupported = (engines: Engines, skill: Runnable, engine: string | null, why: object): Fault =>
  new Fault('SKILL_ENGINE_UNSUPPORTED', { engine, effective_engines: effectiveEngines(engines, skill), ...why })
