import type { Eval, EvalCell } from '@agent-skill-runner/sdk/source'
import { oneLine, plain } from './plain.ts'
import { tableOf } from './table.ts'

/** A table by engine, and below it what did not pass: what was expected, what came, and the job behind it. */
export function reportOf({ skill_id, skill_version, status, totals, cells }: Eval): string {
  const rows = totals.map(
    ({ engine, cells: all, passed, failed, not_graded, pass_rate, seconds, cost_usd, grading_cost_usd }) => [
      engine,
      String(all),
      String(passed),
      String(failed),
      String(not_graded),
      pass_rate === null ? '–' : `${Math.round(pass_rate * 100)} %`,
      `${seconds.toFixed(1)} s`,
      costOf(cost_usd),
      costOf(grading_cost_usd),
    ],
  )
  const head = ['engine', 'runs', 'passed', 'failed', 'not graded', 'pass rate', 'time', 'cost', 'grading']
  const other = cells.filter(({ status: one }) => one === 'failed' || one === 'not_graded')
  return plain(
    [
      tableOf([head, ...rows]),
      ...other.map((cell) => `\n${cellLine(cell)}\n${checkLines(cell).join('')}`),
      `\n${skill_id} ${skill_version}: ${status.replace('_', ' ')}\n`,
    ].join(''),
  )
}

const costOf = (usd: number | null): string => (usd === null ? '–' : `$${usd.toFixed(4)}`)

export function cellLine({ case_id, engine, repetition, status, seconds, request_id }: EvalCell): string {
  const time = seconds === null ? '' : `  ${seconds.toFixed(1)} s`
  return `${status.replace('_', ' ')}  ${oneLine(case_id, 60)}  ${engine} #${repetition}${time}${request_id ? `  ${request_id}` : ''}`
}

function checkLines({ checks, grade_request_id }: EvalCell): string[] {
  const lines = checks.flatMap(({ status, expectation, expected, actual, reason, judged_by }) => {
    if (status === 'passed') return []
    const by = judged_by === null ? '' : ` (judged by ${judged_by})`
    return [
      `  ${status.replace('_', ' ')}${by}: ${oneLine(expectation, 300)}\n`,
      ...(reason === null ? [] : [`    ${oneLine(reason, 600)}\n`]),
      ...(expected === null ? [] : [`    expected: ${oneLine(expected, 600)}\n`]),
      ...(actual === null ? [] : [`    came:     ${oneLine(actual, 600)}\n`]),
    ]
  })
  return grade_request_id === null ? lines : [...lines, `  graded in ${grade_request_id}\n`]
}
