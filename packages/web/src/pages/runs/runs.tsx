import type { Job } from '@agent-skill-runner/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { runner } from '../../api/runner.ts'
import { short } from '../../parts/id.tsx'
import { Paging, useCursor } from '../../parts/paging.tsx'
import { Problem } from '../../parts/problem.tsx'
import { RunStatus } from '../../parts/run-status.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import table from '../../parts/table.module.css'
import { Ago, Duration } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { DotView } from './dot-view.tsx'
import { type Filter, Filters, useFilter } from './filters.tsx'
import { NoRuns } from './no-runs.tsx'
import styles from './runs.module.css'
import { useView, Views } from './views.tsx'

const pageSize = 50

/** All runs, the newest first and live. */
export function Runs() {
  const texts = useTexts()
  const [filter, setFilter] = useFilter()
  const view = useView()
  return (
    <section aria-labelledby="title">
      <div className={styles.head}>
        <h1 id="title">{texts.runs.title}</h1>
        <Views view={view} />
      </div>
      <Filters filter={filter} onFilter={setFilter} />
      {view === 'dots' ? <DotView filter={filter} /> : <RunList filter={filter} />}
    </section>
  )
}

/** One page of them, however many there are. Which one is in the address. */
function RunList({ filter }: { readonly filter: Filter }) {
  const { runs: words } = useTexts()
  const cursor = useCursor()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['runs', filter, cursor],
    queryFn: ({ signal }) => runner.management.runs({ ...filter, limit: pageSize, ...(cursor ? { cursor } : {}), signal }),
    refetchInterval: 3000,
    placeholderData: (before) => before,
  })
  return (
    <>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data?.runs.length === 0 && <NoRuns filter={filter} />}
      {data && data.runs.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <RunTable runs={data.runs} />
          <Paging label={words.pages} next={data.next_cursor} />
        </div>
      )}
    </>
  )
}

function RunTable({ runs }: { readonly runs: readonly Job[] }) {
  const { runs: words } = useTexts()
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.status}</th>
            <th scope="col">{words.skill}</th>
            <th scope="col">{words.engine}</th>
            <th scope="col">{words.started}</th>
            <th scope="col" className={table.number}>
              {words.duration}
            </th>
            <th scope="col">{words.run}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.request_id} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RunRow({ run }: { readonly run: Job }) {
  const { runs: words } = useTexts()
  return (
    <tr className={styles.run}>
      <td>
        <RunStatus status={run.status} />
        {run.error && <div className={table.detail}>{run.error.code}</div>}
      </td>
      <td>
        <Link href={`/ui/runs/${run.request_id}`}>{run.skill_id}</Link>
        <div className={table.detail}>
          {run.skill_version}
          {run.temporary && ` · ${words.temporary}`}
          {run.cache_hit && ` · ${words.cached}`}
        </div>
      </td>
      <td className={table.whole}>
        {run.engine ?? '–'}
        <div className={table.detail}>{run.model}</div>
      </td>
      <td>
        <Ago at={run.created_at} />
      </td>
      <td className={table.number}>
        <Duration from={run.started_at} to={run.finished_at} />
      </td>
      <td className={table.whole}>
        <code title={run.request_id}>{short(run.request_id)}</code>
      </td>
    </tr>
  )
}
