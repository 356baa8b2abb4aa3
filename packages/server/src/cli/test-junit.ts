import type { Eval, EvalCell } from '@agent-skill-runner/sdk/source'

/** The outcome in the XML that CI systems read: one suite for each engine; what nobody judged is skipped. */
export function junitOf({ skill_id, cells }: Eval): string {
  const suites = [...Map.groupBy(cells, ({ engine }) => engine)].map(([engine, its]) => suiteOf(`${skill_id} on ${engine}`, its))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`
}

function suiteOf(name: string, cells: readonly EvalCell[]): string {
  const count = (...states: EvalCell['status'][]) => cells.filter(({ status }) => states.includes(status)).length
  const counts = `tests="${cells.length}" failures="${count('failed')}" skipped="${count('not_graded', 'canceled')}"`
  const time = cells.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)
  return `  <testsuite name=${quoted(name)} ${counts} time="${time.toFixed(3)}">\n${cells.map(caseOf).join('')}  </testsuite>\n`
}

function caseOf(cell: EvalCell): string {
  const { case_id, engine, repetition, seconds } = cell
  const facts = `name=${quoted(`${case_id} #${repetition}`)} classname=${quoted(engine)} time="${(seconds ?? 0).toFixed(3)}"`
  const inside = outcomeOf(cell)
  return inside === '' ? `    <testcase ${facts}/>\n` : `    <testcase ${facts}>\n      ${inside}\n    </testcase>\n`
}

function outcomeOf({ status, checks, request_id }: EvalCell): string {
  if (status === 'passed') return ''
  if (status === 'canceled') return '<skipped message="canceled"/>'
  const other = checks.filter((check) => check.status !== 'passed')
  const message = other.map(({ expectation, reason }) => `${expectation} ${reason ?? ''}`.trim()).join(' ')
  if (status !== 'failed') return `<skipped message=${quoted(message)}/>`
  const facts = other.flatMap(({ expected, actual, judged_by }) => [
    ...(expected === null ? [] : [`expected: ${expected}`]),
    ...(actual === null ? [] : [`came: ${actual}`]),
    ...(judged_by === null ? [] : [`judged by ${judged_by}`]),
  ])
  return `<failure message=${quoted(message)}>${escaped([...(request_id === null ? [] : [`job ${request_id}`]), ...facts].join('\n'))}</failure>`
}

const quoted = (text: string): string => `"${escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`

/** XML has no place for most control characters, not even escaped ones. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
