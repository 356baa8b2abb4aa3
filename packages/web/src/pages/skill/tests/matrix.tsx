import type { Eval, EvalCell, EvalCheck } from '@agent-skill-runner/sdk'
import { Link } from 'wouter'
import { Badge, type Tone } from '../../../parts/badge.tsx'
import table from '../../../parts/table.module.css'
import { durationOf } from '../../../parts/times.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import styles from '../skill.module.css'

/** Cases × engines, with the run behind each cell, and below it what did not pass. */
export function Matrix({ test: { cases, cells, totals } }: { readonly test: Eval }) {
  const { tests: words } = useTexts()
  const engines = totals.map(({ engine }) => engine)
  const own = (id: string, engine: string) => cells.filter((cell) => cell.case_id === id && cell.engine === engine)
  const shown = cases.filter(({ id }) => cells.some(({ case_id }) => case_id === id))
  const others = cells.filter(({ status }) => status === 'failed' || status === 'not_graded')
  return (
    <>
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              {[words.case, ...engines].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, prompt }) => (
              <tr key={id}>
                <th scope="row" className={table.first} title={prompt ?? undefined}>
                  {id}
                </th>
                {engines.map((engine) => (
                  <td key={engine} data-label={engine}>
                    <span className={styles.choices}>
                      {own(id, engine).map((cell) => (
                        <CellLink key={cell.repetition} cell={cell} />
                      ))}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
            {totals.length > 0 && (
              <tr>
                <th scope="row" className={table.first}>
                  {words.total}
                </th>
                {totals.map(({ engine, pass_rate, passed, failed, seconds, cost_usd }) => (
                  <td key={engine} data-label={engine}>
                    {pass_rate === null ? '–' : words.rate(passed, passed + failed, Math.round(pass_rate * 100))}{' '}
                    <span className={styles.detail}>
                      {durationOf(seconds * 1000)}
                      {cost_usd !== null && ` · $${cost_usd.toFixed(4)}`}
                    </span>
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {others.map((cell) => (
        <NotPassed key={`${cell.case_id} ${cell.engine} ${cell.repetition}`} cell={cell} />
      ))}
    </>
  )
}

const tones: Readonly<Record<EvalCell['status'], Tone>> = {
  waiting: 'quiet',
  running: 'live',
  grading: 'live',
  passed: 'ok',
  failed: 'bad',
  not_graded: 'warn',
  canceled: 'quiet',
}

/** The state of a cell, as the way to its run where there is one. */
function CellLink({ cell: { case_id, engine, repetition, status, request_id } }: { readonly cell: EvalCell }) {
  const { tests: words } = useTexts()
  const badge = <Badge tone={tones[status]}>{words.states[status]}</Badge>
  if (request_id === null) return badge
  return (
    <Link href={`/ui/runs/${request_id}`} aria-label={`${case_id}, ${engine}, ${repetition}: ${words.states[status]}`}>
      {badge}
    </Link>
  )
}

function NotPassed({ cell }: { readonly cell: EvalCell }) {
  const { tests: words } = useTexts()
  const { case_id, engine, repetition, status, checks, request_id, grade_request_id } = cell
  return (
    <details className={styles.details}>
      <summary>{words.notPassed(words.states[status], `${case_id}, ${engine} #${repetition}`)}</summary>
      <ul>
        {checks
          .filter((check) => check.status !== 'passed')
          .map((check) => (
            <CheckItem key={`${check.kind} ${check.expectation}`} check={check} />
          ))}
      </ul>
      <p className={styles.choices}>
        {request_id !== null && <Link href={`/ui/runs/${request_id}`}>{words.run}</Link>}
        {grade_request_id !== null && <Link href={`/ui/runs/${grade_request_id}`}>{words.grading}</Link>}
      </p>
    </details>
  )
}

function CheckItem({ check: { expectation, reason, expected, actual, judged_by } }: { readonly check: EvalCheck }) {
  const { tests: words } = useTexts()
  return (
    <li>
      <span lang="en">{expectation}</span>{' '}
      {judged_by !== null && <span className={styles.detail}>{words.judgedBy(judged_by)}</span>}
      {reason !== null && (
        <div className={styles.detail} lang="en">
          {reason}
        </div>
      )}
      {expected !== null && (
        <div>
          {words.expected} <code>{expected}</code>
        </div>
      )}
      {actual !== null && (
        <div>
          {words.actual} <code>{actual}</code>
        </div>
      )}
    </li>
  )
}
