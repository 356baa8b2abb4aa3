import type { RunIn, TerminalState } from '../domain/run.ts'
import { boundedLabel } from './bounded-label.ts'
import { counterOf, histogramOf } from './tallies.ts'

const seconds = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600] as const

/** How many skills have numbers of their own. Each of them has a few hundred lines at most. */
const mostSkills = 100
const mostEngines = 20

/** What runs come to: by skill, by engine and by the code of their error. docs/metrics.md has the list. */
export function runMetrics() {
  const finished = counterOf({ name: 'skill_runner_runs_finished_total', help: 'Runs that have ended, by status' })
  const errors = counterOf({ name: 'skill_runner_run_errors_total', help: 'Runs that failed or were canceled, by error code' })
  const waits = histogramOf(
    { name: 'skill_runner_run_wait_seconds', help: 'Time from the creation of a run to its first attempt' },
    seconds,
  )
  const durations = histogramOf(
    { name: 'skill_runner_run_duration_seconds', help: 'Time from the first attempt of a run to its end' },
    seconds,
  )
  const tokens = counterOf({
    name: 'skill_runner_tokens_total',
    help: 'Tokens of runs that have ended, as their engines report them',
  })
  const cost = counterOf({
    name: 'skill_runner_cost_usd_total',
    help: 'Cost of runs that have ended, where the engine reports it',
  })
  const skillOf = boundedLabel(mostSkills)
  const engineOf = boundedLabel(mostEngines)
  return {
    started({ engine, createdAt, startedAt }: RunIn<'running'>): void {
      if (startedAt !== null) waits.observe({ engine: engineOf(engine) }, secondsBetween(createdAt, startedAt))
    },
    finished(run: RunIn<TerminalState>): void {
      const { state: status, startedAt, finishedAt, usage } = run
      // Whoever sends a temporary skill chooses its id.
      const of = { skill: run.temporary ? '(temporary)' : skillOf(run.skillId), engine: engineOf(run.engine) }
      finished.add({ status, ...of })
      if ('error' in run) errors.add({ code: run.error.code, ...of })
      if (startedAt !== null) durations.observe(of, secondsBetween(startedAt, finishedAt))
      if (usage === null) return
      for (const kind of ['input', 'output', 'cached'] as const) tokens.add({ kind, ...of }, usage[kind])
      if (usage.costUsd !== null) cost.add(of, usage.costUsd)
    },
    tallies: [finished, errors, waits, durations, tokens, cost],
  }
}

const secondsBetween = (from: string, to: string): number => Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)
