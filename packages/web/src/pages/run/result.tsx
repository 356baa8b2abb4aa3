import { useQuery } from '@tanstack/react-query'
import { runner } from '../../api/runner.ts'
import { Empty } from '../../parts/empty.tsx'
import { ErrorWords } from '../../parts/error-words.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WarningText } from '../../parts/warning-text.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { causeOf } from './cause.ts'
import { Checks } from './checks.tsx'
import styles from './run.module.css'

/** What was changed, where the warning tells. */
const hasParts = (details: unknown): boolean => typeof details === 'object' && details !== null && Object.keys(details).length > 0

/** The validated result, or why there is none. */
export function Result({ id, isOver }: { readonly id: string; readonly isOver: boolean }) {
  const { run: words } = useTexts()
  const { data: result, error } = useQuery({
    queryKey: ['result', id],
    queryFn: ({ signal }) => runner.jobs.result(id, { signal }),
    enabled: isOver,
  })
  if (!isOver) return <Empty title={words.result.later} />
  if (error && !result) return <Problem error={error} />
  if (!result) return <Skeleton rows={3} />
  return (
    <div className={styles.box}>
      {result.error && <Failure error={result.error} status={result.status} />}
      {result.validation_warnings.map((warning) => (
        <div key={`${warning.code} ${warning.message}`} className={styles.warning}>
          <code>{warning.code}</code> <WarningText code={warning.code} message={warning.message} />
          {hasParts(warning.details) && <pre className={styles.raw}>{JSON.stringify(warning.details, null, 2)}</pre>}
        </div>
      ))}
      {result.status === 'succeeded' && <pre className={styles.raw}>{JSON.stringify(result.data, null, 2)}</pre>}
      <Checks id={id} result={result.status === 'succeeded' ? JSON.stringify(result.data, null, 2) : null} />
    </div>
  )
}

/** What a person needs first is what the program itself said at its end. */
function Failure({
  error,
  status,
}: {
  readonly status: string
  readonly error: { readonly code: string; readonly message: string; readonly details?: unknown }
}) {
  const { run: words } = useTexts()
  const cause = causeOf(error)
  return (
    <>
      <p className={styles.error} data-status={status}>
        <ErrorWords error={error} />
      </p>
      {cause && (
        <>
          <h3 className={styles.part}>{words.result.reason}</h3>
          <pre className={styles.raw}>{cause}</pre>
        </>
      )}
      {hasParts(error.details) && (
        <>
          <h3 className={styles.part}>{words.result.details}</h3>
          <pre className={styles.raw}>{JSON.stringify(error.details, null, 2)}</pre>
        </>
      )}
    </>
  )
}
