import { useQueries } from '@tanstack/react-query'
import type { Run } from '../../api/types.ts'
import { Empty } from '../../parts/empty.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import tables from '../../parts/table.module.css'
import { Ago, durationOf } from '../../parts/times.tsx'
import { useLanguage, useTexts } from '../../texts/texts.tsx'
import { type Attempt, attemptOf } from './audit-files.ts'
import { readIfThere } from './read-if-there.ts'
import styles from './run.module.css'

/** Each time that the run was worked on: by what, for how long, and how that ended; and what all of it cost. */
export function Attempts({ run }: { readonly run: Run }) {
  const { run: words } = useTexts()
  const isOver = run.finished_at !== null
  const numbers = Array.from({ length: run.attempt_number }, (_, at) => at + 1)
  const read = useQueries({
    queries: numbers.map((number) => ({
      // The record of an attempt is written when it ends.
      queryKey: ['attempt', run.request_id, number, number === run.attempt_number && run.status],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        attemptOf(await readIfThere(run.request_id, `.audit/meta.${number}.json`, signal)),
    })),
  })
  if (numbers.length === 0) return <Empty title={words.attempts.none} />
  const error = read.find((one) => one.error)?.error
  if (error) return <Problem error={error} />
  if (read.some(({ isPending }) => isPending)) return <Skeleton rows={3} />
  return (
    <div className={styles.box}>
      <table className={tables.table}>
        <thead>
          <tr>
            {(['number', 'engine', 'started', 'took', 'ended', 'exit'] as const).map((name) => (
              <th key={name} scope="col">
                {words.attempts[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbers.map((number) => (
            <AttemptRow key={number} number={number} attempt={read[number - 1]?.data ?? null} isOver={isOver} />
          ))}
        </tbody>
      </table>
      <UsageOf run={run} />
    </div>
  )
}

function AttemptRow(props: { readonly number: number; readonly attempt: Attempt | null; readonly isOver: boolean }) {
  const { number, attempt, isOver } = props
  const { run: words } = useTexts()
  if (attempt === null)
    return (
      <tr>
        <td data-label={words.attempts.number}>{number}</td>
        <td colSpan={5}>{isOver ? words.attempts.unknown : words.attempts.underWay}</td>
      </tr>
    )
  const { engine, version, startedAt, ms, trigger, errorCode, reason, exit } = attempt
  const known: Readonly<Record<string, string>> = words.attempts.triggers
  const exits: Readonly<Record<string, string>> = words.attempts.exits
  return (
    <tr>
      <td data-label={words.attempts.number}>{number}</td>
      <td>{[engine, version].filter(Boolean).join(' ')}</td>
      <td>{startedAt && <Ago at={startedAt} />}</td>
      <td data-label={words.attempts.took}>{ms === null ? '–' : durationOf(ms)}</td>
      <td data-label={words.attempts.ended}>
        {trigger === null ? '–' : (known[trigger] ?? trigger)} {errorCode && <code>{errorCode}</code>}
      </td>
      <td data-label={words.attempts.exit} title={reason === null ? undefined : (exits[reason] ?? reason)}>
        {exit ?? '–'}
      </td>
    </tr>
  )
}

function UsageOf({ run: { usage } }: { readonly run: Run }) {
  const { run: words } = useTexts()
  const { language } = useLanguage()
  if (usage === null) return <p className={styles.thought}>{words.usage.none}</p>
  const facts = [
    [words.usage.input, usage.input_tokens.toLocaleString(language)],
    [words.usage.cached, usage.cached_tokens.toLocaleString(language)],
    [words.usage.output, usage.output_tokens.toLocaleString(language)],
    [words.usage.cost, usage.cost_usd === null ? words.usage.unknown : `$${usage.cost_usd.toFixed(4)}`],
  ] as const
  return (
    <>
      <h3 className={styles.part}>{words.usage.title}</h3>
      <dl className={styles.pairs}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
